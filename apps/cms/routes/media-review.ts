import { contract } from '@galley/contract';
import type { OperationRouter } from '@galley/http';
import type { Media } from '@galley/media';
import { presentPendingMedia } from '../present-media.ts';

/** Changes of media files that await approval, and the decisions on them (ADD-MED-2). */
export function mountMediaReview(router: OperationRouter, reviews: Media['reviews']): void {
  router.mount(contract.media.pending, async ({ actor }) =>
    (await reviews.list(actor)).map((one) =>
      presentPendingMedia(one, reviews.mayDecide(actor, one)),
    ),
  );

  router.mount(contract.media.review, async ({ actor, body, note }) => {
    const { path, action, expected_hash: expectedHash, note: message } = body;
    const details = { hash: expectedHash, ...(message !== undefined && { note: message }) };
    note({ action: `media.${action}`, details });
    const state = await reviews.review(actor, { path, action, expectedHash, note: message });
    return { ok: true, state };
  });

  router.mountFile(contract.media.file, async ({ query: { path, version } }) => {
    const { directory, name, sha256, type: contentType } = await reviews.file(path, version);
    return { contentType, directory, name, etag: `"${sha256}"`, filename: name };
  });
}
