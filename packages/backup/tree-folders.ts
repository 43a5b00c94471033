/** Inside the content tree, because a rename cannot cross file systems. */
export const restoreFolder = '.restore';

export const transientFolders: ReadonlySet<string> = new Set(['.incoming', restoreFolder]);

/** A backup has both or neither. */
export const mediaFolders: readonly string[] = ['media', '.published/media'];

/** Identifies the folder and its database (`TreeMark` of `service`); a copy counts as another folder. */
export const markFolder = '.galley';

/** Archives exclude these, and a restore leaves them unchanged. */
export const reservedFolders: ReadonlySet<string> = new Set([
  '.git',
  markFolder,
  ...transientFolders,
]);
