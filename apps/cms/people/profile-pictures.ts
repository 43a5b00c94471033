import type { PictureHashes, UserPictureRepository } from '@galley/auth';
import { callerOf, httpProblems } from '@galley/http';
import {
  profilePictureAddress,
  profilePictureFolder,
  readProfilePictureAddress,
} from '@galley/site';
import type { RequestHandler, Response } from 'express';

/** Address of the picture of a user in `hashes`; null for others. */
export function profilePictureOf(hashes: PictureHashes, username: string): string | null {
  const hash = hashes.get(username);
  return hash === undefined ? null : profilePictureAddress(hash);
}

type Pictures = Pick<UserPictureRepository, 'findImage' | 'findPublicImage'>;

/**
 * The address has the content's hash, so that clients may cache it; a removed picture answers 404. Visitors get only
 * approved pictures (ADD-ACC-2). `authenticate` runs only for the others, so that public pages cost no session.
 */
export function profilePictures(
  pictures: Pictures,
  authenticate: readonly RequestHandler[],
): RequestHandler[] {
  return [
    async ({ method, path }, response, next) => {
      const hash = readHash(method, path);
      const image = hash === undefined ? undefined : await pictures.findPublicImage(hash);
      if (image === undefined) next();
      else send(response, image, 'public, max-age=31536000, immutable');
    },
    ...authenticate,
    async ({ method, path }, response) => {
      const hash = readHash(method, path);
      const isKnown = callerOf(response) !== undefined && hash !== undefined;
      const image = isKnown ? await pictures.findImage(hash) : undefined;
      if (image === undefined)
        throw httpProblems.not_found(`No such picture: ${profilePictureFolder}${path}.`);
      send(response, image, 'private, max-age=3600');
    },
  ];
}

function readHash(method: string, path: string): string | undefined {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead ? readProfilePictureAddress(profilePictureFolder + path) : undefined;
}

function send(response: Response, image: Buffer, cacheControl: string): void {
  response.set({
    'Content-Type': 'image/webp',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': cacheControl,
  });
  response.send(image);
}
