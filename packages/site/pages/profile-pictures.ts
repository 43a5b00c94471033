import type { PublishedSummary } from '@galley/content';

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
