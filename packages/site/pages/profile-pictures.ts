import type { PublishedSummary } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import { absoluteUrl } from './addresses.ts';
import { readPageKeys } from './page-keys.ts';

export const profilePictureFolder = '/profile-pictures';

export function profilePictureAddress(hash: string): string {
  return `${profilePictureFolder}/${hash}.webp`;
}

/** The hash in an address; `undefined` for other addresses. */
export function readProfilePictureAddress(address: string): string | undefined {
  return /^\/profile-pictures\/([\da-f]{64})\.webp$/.exec(address)?.[1];
}

export interface AuthorPicture {
  readonly name: string;
  readonly src: string;
}

/** In the order of the byline; people without an approved picture are absent (ADD-ACC-2). */
export function listAuthorPictures(
  authors: readonly string[],
  { authorPictures }: Pick<PublishedSummary, 'authorPictures'>,
): readonly AuthorPicture[] {
  return authors.flatMap((name) =>
    Object.hasOwn(authorPictures, name)
      ? [{ name, src: profilePictureAddress(authorPictures[name]!) }]
      : [],
  );
}

export interface BylineAuthor {
  readonly name: string;
  /** Absolute address; `undefined` without an approved picture (ADD-ACC-2). */
  readonly picture: string | undefined;
}

/** For programs that read pages and feeds (ADD-EDIT-12). */
export function listBylineAuthors(
  settings: SiteSettings,
  document: Pick<PublishedSummary, 'params' | 'author' | 'authorName' | 'authorPictures'>,
): readonly BylineAuthor[] {
  const { authors } = readPageKeys(settings, document);
  const pictures = listAuthorPictures(authors, document);
  return authors.map((name) => {
    const src = pictures.find((picture) => picture.name === name)?.src;
    return { name, picture: src === undefined ? undefined : absoluteUrl(settings, src) };
  });
}
