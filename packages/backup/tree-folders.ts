/** Running restores are inside the content tree, because a rename cannot cross file systems. */
export const restoreFolder = '.restore';

/** Top-level folders of the content tree for unfinished uploads and restores. */
export const transientFolders: ReadonlySet<string> = new Set(['.incoming', restoreFolder]);

/** Media files, and the public versions of those with a pending change: a backup has both or neither. */
export const mediaFolders: readonly string[] = ['media', '.published/media'];

/** Identifies the folder and its database (`TreeMark` of `service`); a copy counts as another folder. */
export const markFolder = '.galley';

/** Folders in the content tree that are not content: archives exclude them, and a restore leaves them unchanged. */
export const reservedFolders: ReadonlySet<string> = new Set([
  '.git',
  markFolder,
  ...transientFolders,
]);
