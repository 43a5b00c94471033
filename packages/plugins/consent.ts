import { canonicalJson, sha256 } from '@galley/kernel';
import type { PluginManifest } from './manifest-schema.ts';
import { isRisky, permissionDescriptions, type Permission } from './plugin-permissions.ts';

type RequestedAccess = Pick<PluginManifest, 'permissions' | 'hosts'>;

/** Changes with the permissions and hosts. */
export function consentId({ permissions, hosts }: RequestedAccess): string {
  const hash = sha256(
    canonicalJson({ permissions: permissions.toSorted(), hosts: hosts.toSorted() }),
  );
  return permissions.includes('check') ? `${hash}${checkMark}` : hash;
}

/** Publications stay guarded while the files of the plugin cannot be read (ADD-PLUG-8). */
const checkMark = ' check';

export const isCheckConsent = (consent: string | null): boolean =>
  consent?.endsWith(checkMark) === true;

export const listRisky = ({ permissions }: RequestedAccess): readonly Permission[] =>
  permissions.filter(isRisky);

/** Completes "it could …". */
export function describeRisk({ permissions, hosts }: RequestedAccess): string {
  const words = permissions.map((permission) =>
    permission === 'network'
      ? `send and receive data over the network (${hosts.includes('*') ? 'every public host' : hosts.join(', ')})`
      : permissionDescriptions[permission],
  );
  return words.join('; ');
}
