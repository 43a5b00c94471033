export { MediaIndexer, type MediaScanReport } from './media-indexer.ts';
export { MediaLibrary, type MediaLibraryOptions, type VariantFile } from './media-library.ts';
export type { MediaFolder, MediaPage, MediaQuery } from './media-list-read-model.ts';
export type { DescribedMedia, MediaKind, MediaRecord, MediaState } from './media-record.ts';
export {
  MediaService,
  type MetadataChange,
  type Replacement,
  type Upload,
  type WithDuplicates,
} from './media-service.ts';
export type { MediaTrashEntry } from './media-trash-repository.ts';
export {
  MediaTrashService,
  type Relocation,
  type MediaRemoval,
  type Trashed,
} from './media-trash-service.ts';
export type { MediaUse } from './media-usage-read-model.ts';
export type { MediaPolicy } from './review/pending-changes.ts';
export type {
  MediaReview,
  MediaVersion,
  PendingMedia,
  VersionFile,
} from './review/media-review-service.ts';
export {
  findPublicFile,
  listPublicCopyPaths,
  listMarkedPaths,
  markedPath,
  mediaGroup,
  publicMediaFolder,
} from './review/public-version.ts';
export { openMedia, type Media, type MediaOptions } from './open-media.ts';
export {
  encodePath,
  variantAddress,
  variantFolder,
  variantsOf,
  type FocalPoint,
  type Picture,
  type PictureFormat,
  type PictureReader,
  type VariantFormat,
  type VariantName,
} from './picture.ts';
export { listPictureSources, type PictureSources } from './picture-sources.ts';
export { mediaProblems } from './problems.ts';
export type {
  ByteRange,
  ListedFile,
  MediaStat,
  MediaStore,
  StagedFile,
} from './store/media-store.ts';
export { isSidecar, sidecarEnding, sidecarOf } from './store/media-path.ts';
export { thumbnailAddress } from './thumbnail.ts';
