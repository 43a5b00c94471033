/** Restores under way are in the content tree, since a rename cannot leave a file system. */
export const restoreFolder = '.restore';

/** Folders at the top of the content tree for unfinished uploads and restores. */
export const transientFolders: ReadonlySet<string> = new Set(['.incoming', restoreFolder]);

/** Media files, and the public versions of those with a pending change: a backup has both or neither. */
export const mediaFolders: readonly string[] = ['media', '.published/media'];

/** Says which folder of which database this is (`TreeMark` of `service`); a copy would be another folder. */
export const markFolder = '.galley';

/** Folders in the content tree that are not content: no archive has them, and a restore leaves them as they are. */
export const reservedFolders: ReadonlySet<string> = new Set([
  '.git',
  markFolder,
  ...transientFolders,
]);
