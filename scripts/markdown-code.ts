export interface CodeBlock {
  /** What stands behind the fence: `sh`, `yaml`, or nothing. */
  readonly language: string;
  readonly text: string;
  /** Of its first fence, from 1. */
  readonly line: number;
}

const fence = /^[ \t]*(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;

/** The fenced blocks of a page, without the indentation that they have in lists. */
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

/** What stands between backticks within the lines of a page. */
export function inlineCode(markdown: string): string[] {
  return [...markdown.replaceAll(fence, '').matchAll(/(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g)].map(
    ([, , text]) => text!.replaceAll(/\s+/g, ' ').trim(),
  );
}

/** The commands of a block of the shell: one each, without comments, with continued lines put together. */
export function commandsOf({ text }: Pick<CodeBlock, 'text'>): string[] {
  return text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*$/, '').trim())
    .filter(Boolean);
}

export interface WrittenLink {
  /** `!` of a picture. */
  readonly mark: string;
  readonly label: string;
  readonly href: string;
}

const linkOrCode = new RegExp(
  `${fence.source}|(?<!\`)(\`+)(?!\`)[\\s\\S]*?[^\`]\\4(?!\`)` +
    '|(!?)\\[((?:[^\\[\\]`]|`[^`]+`|!\\[[^\\]]*\\]\\([^)]*\\))*)\\]\\(([^\\s()]+)\\)',
  'gm',
);

/** The page with `change` made of each link and picture in it; what stands in code is none. */
export function withLinks(markdown: string, change: (link: WrittenLink) => string): string {
  return markdown.replaceAll(linkOrCode, (...[whole, , , , , mark, label, href]: string[]) =>
    href === undefined ? whole! : change({ mark: mark!, label: label!, href }),
  );
}
