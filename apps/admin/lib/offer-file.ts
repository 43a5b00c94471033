/** Has the browser keep something as a file, in its folder for downloads. */
export function offerFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then; without the delay, some have not.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
