/** ```` ```ts {1,3-5} numbers ```` */
export interface CodeInfo {
  /** Empty if missing. */
  readonly language: string;
  readonly isNumbered: boolean;
  readonly isMarked: (line: number) => boolean;
}

export function readCodeInfo(info: string): CodeInfo {
  const language = /^[\p{Letter}\d+#._-]+/u.exec(info)?.[0] ?? '';
  const ranges = [...(/\{([\d\s,-]{1,200})\}/.exec(info)?.[1] ?? '').matchAll(/(\d+)(?:-(\d+))?/g)];
  const bounds = ranges.map(([, first, last]) => [Number(first), Number(last ?? first)] as const);
  return {
    language,
    isNumbered: /\snumbers(?:\s|$)/.test(info),
    isMarked: (line) => bounds.some(([first, last]) => first <= line && line <= last),
  };
}

/** Every line of `html` must be complete. */
export function wrapLines(html: string, { isNumbered, isMarked }: CodeInfo): string {
  const lines = html.split('\n').map((line, index) => {
    const marked = isMarked(index + 1);
    if (!marked && !isNumbered) return `${line}\n`;
    return `<span class="${marked ? 'hl-line hl-marked' : 'hl-line'}">${line}\n</span>`;
  });
  return lines.join('');
}
