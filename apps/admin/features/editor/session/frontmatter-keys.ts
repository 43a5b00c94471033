import { frontmatterKeys } from '@galley/sdk';
import type { Values } from './frontmatter-text.ts';

const serverKeys = new Set<string>(frontmatterKeys.server);
const stateKeys = new Set<string>(frontmatterKeys.state);

/** The server keeps other keys when a save omits them. */
export function isWriterKey(name: string): boolean {
  return !serverKeys.has(name) && !stateKeys.has(name);
}

export function writerValues(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWriterKey(name)));
}

export function isServerKey(name: string): boolean {
  return serverKeys.has(name);
}
