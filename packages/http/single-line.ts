/** Text of a client as it can be kept and shown in one line: without control characters, and cut. */
export function singleLine(text: string, longest: number): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .slice(0, longest)
    .toWellFormed();
}
