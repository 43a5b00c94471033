import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { Media } from '@galley/media';
import { presentPendingMedia } from './present-media.ts';

/** Media changes that await approval, and the decisions on them (ADD-MED-2). */
export function mediaReviewHandlers(
  reviews: Media['reviews'],
): Pick<Module<typeof contract.media>, 'pending' | 'review' | 'file'> {
  return {
    pending: async ({ actor }) =>
      (await reviews.list(actor)).map((one) =>
        presentPendingMedia(one, reviews.mayDecide(actor, one)),
      ),

    review: async ({ actor, body, note }) => {
      const { path, action, expected_hash: expectedHash, note: message } = body;
      const details = { hash: expectedHash, ...(message !== undefined && { note: message }) };
      note({ action: `media.${action}`, details });
      const state = await reviews.review(actor, { path, action, expectedHash, note: message });
      return { ok: true, state };
    },

    file: async ({ query: { path, version } }) => {
      const { directory, name, sha256, type: contentType } = await reviews.file(path, version);
      return { contentType, directory, name, etag: `"${sha256}"`, filename: name };
    },
  };
}
