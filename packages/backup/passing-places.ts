/** Where all that is under way of a restore lies, in the content tree: a rename does not leave a file system. */
export const restoreFolder = '.restore';

/** Folders at the top of the content tree for what is on its way: uploads, and restores. */
export const passingFolders: ReadonlySet<string> = new Set(['.incoming', restoreFolder]);

/** Media files, and the public versions of those with a pending change: a backup has both or neither. */
export const mediaFolders: readonly string[] = ['media', '.published/media'];

/** Which folder of which database this is (`TreeMark` of `service`): no content, and of this folder alone. */
export const markFolder = '.galley';

/** In the content tree, but not of it: no archive has them, and a restore leaves them as they are. */
export const reservedPlaces: ReadonlySet<string> = new Set(['.git', markFolder, ...passingFolders]);
