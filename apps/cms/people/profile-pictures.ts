import type { PictureHashes, UserPictureRepository } from '@galley/auth';
import { httpProblems } from '@galley/http';
import type { RequestHandler } from 'express';

export const profilePictureFolder = '/profile-pictures';

/** Address of the picture of a user in `hashes`; null for others. */
export function profilePictureOf(hashes: PictureHashes, username: string): string | null {
  const hash = hashes.get(username);
  return hash === undefined ? null : `${profilePictureFolder}/${hash}.webp`;
}

/** The address has the content's hash, so that clients may cache it; a removed picture answers 404. */
export function profilePictures(
  pictures: Pick<UserPictureRepository, 'findImage'>,
): RequestHandler {
  return async ({ method, path }, response) => {
    const hash = /^\/([\da-f]{64})\.webp$/.exec(path)?.[1];
    const isRead = method === 'GET' || method === 'HEAD';
    const image = hash !== undefined && isRead ? await pictures.findImage(hash) : undefined;
    if (image === undefined)
      throw httpProblems.not_found(`No such picture: ${profilePictureFolder}${path}.`);
    response.set({
      'Content-Type': 'image/webp',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    response.send(image);
  };
}
