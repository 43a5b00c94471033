/** Where all that is under way of a restore lies, in the content tree: a rename does not leave a file system. */
export const restoreFolder = '.restore';

/** Folders at the top of the content tree for what is on its way: uploads, and restores. */
export const passingFolders: ReadonlySet<string> = new Set(['.incoming', restoreFolder]);

/** In the content tree, but not of it: no archive has them, and a restore leaves them as they are. */
export const reservedPlaces: ReadonlySet<string> = new Set(['.git', ...passingFolders]);
