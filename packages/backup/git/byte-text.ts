/**
 * Names in git are bytes. They are handled as text of a character a byte (latin1), which sorts as git sorts them and
 * loses nothing where a name is no UTF-8.
 */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** As people read it. */
export function shown(text: string): string {
  return bytesOf(text).toString();
}
