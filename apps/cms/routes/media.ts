import { contract } from '@galley/contract';
import type { OperationRouter } from '@galley/http';
import type { Media, WithDuplicates } from '@galley/media';
import { presentMedia } from '../present-media.ts';
import { mountMediaBulk } from './media-bulk.ts';
import { mountMediaReview } from './media-review.ts';
import { mountMediaTrash } from './media-trash.ts';
import { pageOf, paging } from './paging.ts';

const pageSizes = { default: 50, max: 200 };

export function mountMedia(router: OperationRouter, { service, trash, reviews }: Media): void {
  router.mount(contract.media.list, async ({ query }) => {
    const { page, limit, uploaded_by, missing_alt, duplicates, ...same } = query;
    const window = paging(page, limit, pageSizes);
    const { items, total } = await service.list({
      ...same,
      ...window,
      uploadedBy: uploaded_by,
      missingAlt: missing_alt === undefined ? undefined : missing_alt === 'true',
      duplicates: duplicates === 'true',
    });
    return pageOf(items.map(presentMedia), window, total);
  });

  router.mount(contract.media.get, async ({ query: { path, location } }) => {
    const { record, duplicates } = await service.get(path);
    const exif = location === 'true' ? await service.exifWithLocation(record) : record.exif;
    const needsApproval = await service.needsApproval(path);
    const item = presentWithDuplicates({ record: { ...record, exif }, duplicates });
    return { ...item, needs_approval: needsApproval };
  });

  router.mount(contract.media.folders, async () => [...(await service.folders())]);

  router.mount(contract.media.usage, async ({ actor, query: { path } }) => {
    const { documents, total } = await service.usage(actor, path);
    const uses = documents.map(({ isInText, isPublic, ...document }) => ({
      ...document,
      in_text: isInText,
      is_public: isPublic,
    }));
    return { path, total, documents: uses };
  });

  mountReceiving(router, service);

  router.mount(contract.media.metadata, async ({ actor, body, note }) => {
    const { path, metadata: changes, expected_revision: expectedRevision } = body;
    note({ details: { fields: Object.keys(changes) } });
    const described = await service.describe(actor, { path, changes, expectedRevision });
    note({ details: { fields: Object.keys(changes), state: described.state } });
    return presentMedia(described);
  });

  mountMediaTrash(router, trash);
  mountMediaBulk(router, { service, trash });
  mountMediaReview(router, reviews);
}

/** What brings files in. */
function mountReceiving(router: OperationRouter, service: Media['service']): void {
  const receiver = {
    receive: service.receive.bind(service),
    discard: service.discard.bind(service),
  };

  router.mountUpload(contract.media.upload, receiver, async ({ actor, body, upload, note }) => {
    const { name, file: staged } = upload;
    note({ target: body.path ?? name });
    const uploaded = await service.upload(actor, { staged, name, path: body.path });
    const { path, sha256: hash, state } = uploaded.record;
    note({ target: path, details: { hash, state } });
    return presentWithDuplicates(uploaded);
  });

  router.mountUpload(contract.media.replace, receiver, async ({ actor, body, upload, note }) => {
    const { path, expected_hash: expectedHash } = body;
    const { file: staged } = upload;
    note({ details: { hash: staged.sha256 } });
    const replaced = await service.replace(actor, { staged, path, expectedHash });
    note({ details: { hash: staged.sha256, state: replaced.record.state } });
    return presentWithDuplicates(replaced);
  });
}

function presentWithDuplicates({ record, duplicates }: WithDuplicates) {
  return { ...presentMedia(record), duplicates: [...duplicates] };
}
