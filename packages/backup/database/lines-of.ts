/** Lines of NDJSON. `readline` would end lines at U+2028, too. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const found = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = found.pop()!;
    yield* found;
  }
  if (rest !== '') yield rest;
}
