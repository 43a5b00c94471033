/** A body as the editor has it: without byte order mark, with line feeds. A save keeps the line endings of the file. */
export function editorText(body: string): string {
  return body.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
}
