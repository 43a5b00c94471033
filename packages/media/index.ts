export { MediaLibrary, type MediaLibraryOptions, type VariantFile } from './media-library.ts';
export {
  encodePath,
  variantAddress,
  variantFolder,
  variantsOf,
  type Picture,
  type PictureFormat,
  type PictureReader,
  type VariantFormat,
  type VariantName,
} from './picture.ts';
export { pictureSources, type PictureSources } from './picture-sources.ts';
