const narrowest = 20;

/** The text in lines of at most so many characters, but for words that are longer; without a width, as it is. */
export function wrapped(text: string, width: number | undefined): string[] {
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
