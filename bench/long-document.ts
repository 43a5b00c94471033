/** PNG of one pixel, as Base64. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const table = `| Ink | Colour | Price |\n| --- | :----: | ----: |\n${'| Lamp **black** | black | 12 |\n'.repeat(8)}\n`;

/** With 50 pictures and 20 tables, spread evenly. */
export function longDocument(bytes: number): string {
  const paragraphs: string[] = [];
  const size = 600;
  const [pictureEvery, tableEvery] = [50, 20].map((count) => Math.ceil(bytes / size / count));
  for (let length = 0; length < bytes; length += paragraphs.at(-1)!.length) {
    const n = paragraphs.length;
    paragraphs.push(
      `## Heading ${n}\n\nThe **press** of [Porto](https://example.org/${n}) was made in 1899, and *nobody* knows by whom it was sold. ${'Ink and oil and soot and paper. '.repeat(12)}\n\n- one\n- two\n\n`,
    );
    if (n % pictureEvery! === 0) paragraphs.push(`![Press ${n}](/media/press.png "Caption")\n\n`);
    if (n % tableEvery! === 1) paragraphs.push(table);
  }
  return paragraphs.join('');
}
