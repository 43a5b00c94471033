/** `undefined` unless it is http or https, since documents can set any URL. */
export function publicAddress(url: string): string | undefined {
  const address = URL.canParse(url, location.origin) && new URL(url, location.origin);
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}
