import { isLoopbackHost } from '@galley/kernel';

/** As git accepts it: `git@host:path` or `ssh://git@host:22/path`. A leading dash would be an option of ssh. */
export const sshAddress =
  /^(?:ssh:\/\/(?:[\w.-]+@)?(?!-)[\w.-]+(?::\d{1,5})?\/(?!-)[\w./~-]+|[\w.-]+@(?!-)[\w.-]+:(?!-)[\w./~-]+)$/;

/** Requires TLS or this machine, because a token is sent. */
export function isPrivateApiAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s?#\\]+$/i.test(text)) return false;
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopbackHost(url.hostname.replace(/^\[(.*)\]$/, '$1'));
}
