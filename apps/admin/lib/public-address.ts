/** Where the public finds a document. Undefined unless it may be opened: what documents say of themselves is not believed. */
export function publicAddress(url: string): string | undefined {
  const address = URL.canParse(url, location.origin) && new URL(url, location.origin);
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}
