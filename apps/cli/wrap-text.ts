const narrowest = 20;

/** Words longer than `width` stay whole; without a width, the text keeps its lines. */
export function wrapText(text: string, width: number | undefined): string[] {
  const lines = text.split('\n');
  if (width === undefined) return lines;
  const most = Math.max(width, narrowest);
  return lines.flatMap((line) => inLines(line, most));
}

function inLines(line: string, most: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > most) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}
