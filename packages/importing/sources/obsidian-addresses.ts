import { posix } from 'node:path';
import type { PageFacts, WrittenPage } from './convention.ts';

/** `permalink` of Obsidian Publish is a path without a slash at the beginning. */
export function obsidianAddresses(pages: readonly WrittenPage[]): readonly PageFacts[] {
  return pages.map(({ written: { permalink }, addresses }) => {
    const isPath = typeof permalink === 'string' && /^[^:?#\\]+$/.test(permalink);
    return { addresses: isPath ? [posix.join('/', permalink)] : addresses };
  });
}
