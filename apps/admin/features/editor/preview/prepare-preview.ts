import { parseHeadings } from '../side/headings.ts';

interface CursorContext {
  /** Text before the cursor. */
  readonly before: string;
  readonly nonce: string | undefined;
}

/** Scrolls to the edited section with a style in the page: scripts cannot scroll a frame of another origin. */
export function preparePreview(html: string, { before, nonce }: CursorContext): string {
  // The parsed document is inert: it loads and runs nothing.
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll(
    'script, link[rel~=preload], link[rel~=modulepreload]',
  ))
    script.remove();
  const section = parseHeadings(before).at(-1);
  const found = section && headingIn(page, section.text, before);
  if (found && nonce) {
    found.setAttribute('data-galley-here', '');
    const style = page.createElement('style');
    style.setAttribute('nonce', nonce);
    // Browsers without `scroll-initial-target` start at the top.
    style.textContent =
      '[data-galley-here] { scroll-initial-target: nearest; scroll-margin: 2rem; }';
    page.head.append(style);
  }
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

function headingIn(page: Document, text: string, before: string): Element | undefined {
  const count = parseHeadings(before).filter((heading) => heading.text === text).length;
  const same = [...page.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((heading) =>
    heading.textContent.trim().startsWith(text),
  );
  return same[count - 1];
}
