/** Of the frontmatter, what the server alone writes. */
const serverKeys = new Set(['editorial', 'author', 'last_editor', 'created_at', 'updated_at']);

/** What says in which state the document is; the bar changes it. */
const stateKeys = new Set(['workflow', 'scheduled_publish_at', 'scheduled_unpublish_at', 'draft']);

/** Whether a name of the frontmatter belongs to whoever writes: the others stay when a save leaves them out. */
export function isWriters(name: string): boolean {
  return !serverKeys.has(name) && !stateKeys.has(name);
}

export function isServers(name: string): boolean {
  return serverKeys.has(name);
}
