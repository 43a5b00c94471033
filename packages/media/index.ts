export { MediaLibrary, type VariantFile } from './media-library.ts';
export type { MediaRecord } from './media-record.ts';
export { MediaTargetsReadModel } from './media-targets-read-model.ts';
export type { WithDuplicates } from './media-service.ts';
export type { MediaTrashEntry } from './media-trash-repository.ts';
export { MediaTrashService } from './media-trash-service.ts';
export type { MediaVersion, PendingMedia } from './review/media-review-service.ts';
export {
  findPublicFile,
  isPublicFile,
  listPublicCopyPaths,
  listMarkedPaths,
  markedPath,
  mediaGroup,
  publicMediaFolder,
} from './review/public-version.ts';
export { openMedia, type Media } from './open-media.ts';
export {
  encodePath,
  variantAddress,
  variantFolder,
  variantsOf,
  type FocalPoint,
  type Picture,
  type PictureReader,
} from './picture.ts';
export { listPictureSources, type PictureSources } from './picture-sources.ts';
export { toStoredName } from './metadata/file-name.ts';
export { encodeProfilePicture } from './profile-picture.ts';
export { mediaProblems } from './problems.ts';
export { isSidecar, sidecarEnding, sidecarOf } from './store/media-path.ts';
export { thumbnailAddress } from './thumbnail.ts';
