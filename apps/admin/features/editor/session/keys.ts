import { frontmatterKeys } from '@galley/sdk';

const serverKeys = new Set<string>(frontmatterKeys.server);
/** They say in which state the document is; the bar changes it. */
const stateKeys = new Set<string>(frontmatterKeys.state);

/** Whether a name of the frontmatter belongs to whoever writes: the others stay when a save leaves them out. */
export function isWriters(name: string): boolean {
  return !serverKeys.has(name) && !stateKeys.has(name);
}

export function isServers(name: string): boolean {
  return serverKeys.has(name);
}
