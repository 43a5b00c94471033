export interface Heading {
  /** From 1. */
  readonly line: number;
  readonly level: number;
  readonly text: string;
}

/** ATX headings (`#`), without those in code blocks. */
export function parseHeadings(markdown: string): Heading[] {
  const headings: Heading[] = [];
  let fence: string | undefined;
  for (const [place, text] of markdown.split('\n').entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark && fence === undefined) fence = mark;
    else if (mark && fence !== undefined && mark.startsWith(fence)) fence = undefined;
    if (mark || fence !== undefined) continue;
    const found = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/.exec(text);
    if (found?.[2])
      headings.push({ line: place + 1, level: found[1]!.length, text: bare(found[2]) });
  }
  return headings;
}

function bare(text: string): string {
  return text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`]/g, '');
}
