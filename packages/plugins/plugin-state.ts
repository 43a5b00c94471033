import { consentId, listRisky } from './consent.ts';
import type { FoundPlugin } from './plugin-folders.ts';
import type { PluginRecord } from './plugin-repository.ts';

export type PluginState =
  | { readonly kind: 'off' | 'running' | 'needs_approval' }
  /** With file and line. */
  | { readonly kind: 'broken'; readonly error: string };

/** Without knowing whether the plugin could be started. */
export function stateOfSwitch(found: FoundPlugin, record: PluginRecord | undefined): PluginState {
  if (!found.read) return { kind: 'broken', error: found.problem ?? '' };
  if (!record?.enabled) return { kind: 'off' };
  return { kind: needsApproval(found, record) ? 'needs_approval' : 'running' };
}

/** Its permissions or hosts are not those that an administrator approved. */
export function needsApproval({ read }: FoundPlugin, { consent }: PluginRecord): boolean {
  return listRisky(read!.manifest).length > 0 && consentId(read!.manifest) !== consent;
}
