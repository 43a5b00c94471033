export interface CodeBlock {
  /** Word after the fence: `sh`, `yaml`, or empty. */
  readonly language: string;
  readonly text: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
}

const fence = /^[ \t]*(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;

export function codeBlocks(markdown: string): CodeBlock[] {
  return [...markdown.matchAll(fence)].map(({ 0: whole, 2: language, 3: text, index }) => {
    const indent = /^[ \t]*/.exec(whole)![0];
    return {
      language: language!.trim(),
      text: text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: markdown.slice(0, index).split('\n').length,
    };
  });
}

export function inlineCode(markdown: string): string[] {
  return [...markdown.replaceAll(fence, '').matchAll(/(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g)].map(
    ([, , text]) => text!.replaceAll(/\s+/g, ' ').trim(),
  );
}

export function commandsOf({ text }: Pick<CodeBlock, 'text'>): string[] {
  return text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean);
}

export interface WrittenLink {
  /** `!` of an image. */
  readonly mark: string;
  readonly label: string;
  readonly href: string;
}

const linkOrCode = new RegExp(
  `${fence.source}|(?<!\`)(\`+)(?!\`)[\\s\\S]*?[^\`]\\4(?!\`)` +
    '|(!?)\\[((?:[^\\[\\]`]|`[^`]+`|!\\[[^\\]]*\\]\\([^)]*\\))*)\\]\\(([^\\s()]+)\\)',
  'gm',
);

/** Replaces each link and image of a page by `change`, except inside code. */
export function withLinks(markdown: string, change: (link: WrittenLink) => string): string {
  return markdown.replaceAll(linkOrCode, (...[whole, , , , , mark, label, href]: string[]) =>
    href === undefined ? whole! : change({ mark: mark!, label: label!, href }),
  );
}
