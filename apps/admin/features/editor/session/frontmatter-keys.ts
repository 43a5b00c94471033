import { frontmatterKeys } from '@galley/sdk';

const serverKeys = new Set<string>(frontmatterKeys.server);
/** Keys of the document status, which the bar changes. */
const stateKeys = new Set<string>(frontmatterKeys.state);

/** Whether writers own a frontmatter key. The server keeps other keys when a save omits them. */
export function isWriterKey(name: string): boolean {
  return !serverKeys.has(name) && !stateKeys.has(name);
}

export function isServerKey(name: string): boolean {
  return serverKeys.has(name);
}
