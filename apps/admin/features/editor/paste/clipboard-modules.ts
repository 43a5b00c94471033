/** Loaded with the first focus of the editor, so that copying can be answered at once. */
let render: ((markdown: string) => string) | undefined;

export const loadConverter = () => import('./html-to-markdown.ts');
export const loadTables = () => import('./table-text.ts');

export function preloadClipboard(): void {
  // A module that cannot be loaded now is loaded again when it is needed.
  loadConverter().catch(() => undefined);
  import('./markdown-to-html.ts').then(
    ({ markdownToHtml }) => {
      render = markdownToHtml;
    },
    () => undefined,
  );
}

export function renderMarkdown(markdown: string): string | undefined {
  return render?.(markdown);
}
