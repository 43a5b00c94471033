/** A PostgreSQL index entry holds 2,704 bytes. */
const maxBytes = 2_400;

/** Without characters that PostgreSQL rejects, so that malformed input cannot prevent an audit entry. */
export function toAuditText(text: string, maxCharacters: number): string {
  const cut = [...text.slice(0, 2 * maxCharacters)].slice(0, maxCharacters).join('');
  const clean = cut.toWellFormed().replaceAll('\0', '\uFFFD');
  const { read } = new TextEncoder().encodeInto(clean, new Uint8Array(maxBytes));
  return clean.slice(0, read);
}

/** In characters. */
export const auditLengths = {
  actor: 200,
  target: 1_000,
  address: 100,
  requestId: 100,
} as const;
