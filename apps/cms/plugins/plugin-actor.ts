import type { Actor } from '@galley/kernel';

const prefix = 'plugin:';

/** The user name that histories and logs show for a plugin. */
export function pluginUsername(plugin: string): string {
  return `${prefix}${plugin}`;
}

export function isPluginActor(username: string): boolean {
  return username.startsWith(prefix);
}

/** The actor of a plugin: may write drafts, but cannot publish. */
export function pluginActor(plugin: string, onBehalfOf: Actor['onBehalfOf'] = []): Actor {
  const username = pluginUsername(plugin);
  const grants = new Set([
    ...['documents.read', 'documents.create', 'documents.write'],
    // The administrator enabled a plugin that changes descriptions; its changes need the same approval as those of
    // people.
    ...['media.read', 'media.write', 'media.lifecycle'],
  ]);
  return { kind: 'user', username, name: plugin, email: '', role: 'plugin', grants, onBehalfOf };
}
