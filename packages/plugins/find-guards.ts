import { guardOf, type PublicationGuard } from './plugin-checks.ts';
import type { FoundPlugin } from './plugin-folders.ts';
import type { PluginRecord } from './plugin-repository.ts';
import { needsApproval } from './plugin-state.ts';
import { guardsPublication } from './plugin-target.ts';

export interface GuardSearch {
  readonly found: readonly FoundPlugin[];
  readonly records: readonly PluginRecord[];
  /** Loads a plugin as a server would; undefined when that works. */
  readonly faultOf: (plugin: FoundPlugin) => Promise<string | undefined>;
}

/** For processes that run no plugins: those without whose answer nothing is published, and that cannot answer (ADD-PLUG-14). */
export async function findGuards({
  found,
  records,
  faultOf,
}: GuardSearch): Promise<PublicationGuard[]> {
  const guards: PublicationGuard[] = [];
  for (const record of records) {
    const plugin = found.find(({ name }) => name === record.name);
    const isStarted = record.enabled && plugin?.read && !needsApproval(plugin, record);
    const isAsked = isStarted && guardsPublication(plugin.read.manifest);
    const error = isAsked ? await faultOf(plugin) : undefined;
    const entry = isStarted ? { isRunning: error === undefined, error } : undefined;
    const guard = guardOf({ record, found: plugin, entry });
    if (guard) guards.push(guard);
  }
  return guards;
}
