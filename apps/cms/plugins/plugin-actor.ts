import type { Actor } from '@galley/kernel';

const prefix = 'plugin:';

export function pluginUsername(plugin: string): string {
  return `${prefix}${plugin}`;
}

export function isPluginActor(username: string): boolean {
  return username.startsWith(prefix);
}

/** May write drafts, but cannot publish. */
export function pluginActor(plugin: string, onBehalfOf: Actor['onBehalfOf'] = []): Actor {
  const username = pluginUsername(plugin);
  const grants = new Set([
    ...['documents.read', 'documents.create', 'documents.write'],
    // The administrator enabled the plugin; its media changes need the same approval as those of people.
    ...['media.read', 'media.write', 'media.lifecycle'],
  ]);
  return { kind: 'user', username, name: plugin, email: '', role: 'plugin', grants, onBehalfOf };
}
