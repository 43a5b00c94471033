import type { Actor } from '@galley/kernel';

const prefix = 'plugin:';

/** What stands in histories and logs for a plugin that did something. */
export function pluginUsername(plugin: string): string {
  return `${prefix}${plugin}`;
}

export function isPluginActor(username: string): boolean {
  return username.startsWith(prefix);
}

/** A plugin, as whoever works on documents: it writes drafts, and what it writes never becomes public by that. */
export function pluginActor(plugin: string, onBehalfOf: Actor['onBehalfOf'] = []): Actor {
  const username = pluginUsername(plugin);
  const grants = new Set([
    ...['documents.read', 'documents.create', 'documents.write'],
    // An administrator agreed to a plugin that changes descriptions; they need the same approval as those of people.
    ...['media.read', 'media.write', 'media.lifecycle'],
  ]);
  return { kind: 'user', username, name: plugin, email: '', role: 'plugin', grants, onBehalfOf };
}
