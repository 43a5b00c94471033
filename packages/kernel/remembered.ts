/**
 * What was made for each key is given again, for work that comes again with the same few keys and always has the same
 * result. At `limit` keys everything is forgotten, so that whatever the keys are, the memory is bounded.
 */
export function remembered<Key extends string | number, Value>(
  make: (key: Key) => Value,
  limit: number,
): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= limit) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
