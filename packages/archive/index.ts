export { checkEntries, type ArchiveEntry, type ArchiveLimits } from './archive-entry.ts';
export { ArchiveReader, readComment } from './archive-reader.ts';
export {
  foldedName,
  isPortableName,
  requireDistinctNames,
  requirePortablePaths,
} from './entry-names.ts';
export { PackageFolders } from './package-folders.ts';
export { isCompressible, pack, type PackedEntry } from './packing.ts';
export { ArchiveFault, quotePath } from './problems.ts';
export { isSystemFile, readPackage, type PackageFile } from './read-package.ts';
export { SpareBuffers } from './spare-buffers.ts';
export { unpackPackage } from './unpack-package.ts';
export { ZipWriter, type StreamedEntry } from './zip-writer.ts';
