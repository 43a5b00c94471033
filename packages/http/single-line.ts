/** Removes control characters and truncates. */
export function singleLine(text: string, longest: number): string {
  return text
    .replace(/\p{Cc}/gu, '')
    .slice(0, longest)
    .toWellFormed();
}
