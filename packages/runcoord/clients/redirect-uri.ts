import { isLoopbackHost } from '@galley/kernel';

const maxLength = 500;

/** Editors with schemes of their own. Other private schemes need a dot, as in `com.example.app:` (RFC 8252, 7.1). */
const editorSchemes: readonly string[] = [
  'cursor:',
  'vscode:',
  'vscode-insiders:',
  'windsurf:',
  'zed:',
];

/** HTTPS, HTTP on this machine, or the scheme of an app: never one that a browser executes or opens itself. */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > maxLength || !/^[a-z][a-z0-9+.-]*:[!$-;=?-Z[\]_a-z~]+$/.test(uri)) return false;
  const url = URL.parse(uri);
  if (!url || url.username !== '' || url.password !== '') return false;
  const { protocol, hostname } = url;
  if (protocol === 'https:') return hostname !== '';
  if (protocol === 'http:') return isLoopbackHost(hostname);
  return protocol.includes('.') || editorSchemes.includes(protocol);
}

/** Equal as text; on this machine with any port (RFC 8252, 7.3). */
export function matchesRedirectUri(registered: string, given: string): boolean {
  return registered === given || withoutLocalPort(registered) === withoutLocalPort(given);
}

function withoutLocalPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)):\d{1,5}(?=[/?]|$)/, '$1');
}

/** For people: who receives the access. */
export function redirectHost(uri: string): string {
  const { host, protocol } = new URL(uri);
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1);
}
