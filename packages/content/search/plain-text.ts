/** Markdown without most of its marks, for excerpts. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(?:`{3,}|~{3,}|:{3,}|\*\[[^[\]\n]{1,100}\]:).*$/gm, ' ')
    .replace(/\{:?[ \t]*[.#][\w-][^{}\n]{0,500}\}|\$\$/g, '')
    .replace(/\{\{[^{}]{0,500}\}\}/g, ' ')
    .replace(/<\/?[a-z][^<>]{0,500}>/gi, '')
    .replace(/\]\([^()\n]{0,1000}\)/g, '')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+:]|\d{1,9}[.)])[ \t]+/gm, '')
    .replace(/!?\[|\*\*?|__|~~|`|\\(?=[^\w\s])/g, '')
    .replace(/\]|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)/g, '');
}
