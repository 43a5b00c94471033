/** Reads rows in the order of their ids. Memory is bounded, and a slow reader holds no connection. */
export async function* inBatches<Row extends { readonly id: unknown }>(
  read: (after: Row['id']) => Promise<readonly Row[]>,
  { start, size }: { readonly start: Row['id']; readonly size: number },
): AsyncGenerator<readonly Row[], void, undefined> {
  for (let after: Row['id'] = start; ;) {
    const rows = await read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1)!.id;
  }
}
