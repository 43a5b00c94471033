import { canonicalJson, sha256 } from '@galley/kernel';
import type { PluginManifest } from './manifest-schema.ts';
import { isRisky, permissionWords, type Permission } from './plugin-permissions.ts';

type Asked = Pick<PluginManifest, 'permissions' | 'hosts'>;

/** Names what somebody consents to: with another permission or host, it is another. */
export function consentTo({ permissions, hosts }: Asked): string {
  return sha256(canonicalJson({ permissions: permissions.toSorted(), hosts: hosts.toSorted() }));
}

/** The permissions that somebody has to consent to expressly. */
export const riskyOf = ({ permissions }: Asked): readonly Permission[] =>
  permissions.filter(isRisky);

/** What the plugin could do, as the end of a sentence that begins with "it could". */
export function riskInWords({ permissions, hosts }: Asked): string {
  const words = permissions.map((permission) =>
    permission === 'network'
      ? `send and fetch data over the network (${hosts.includes('*') ? 'every public host' : hosts.join(', ')})`
      : permissionWords[permission],
  );
  return words.join('; ');
}
