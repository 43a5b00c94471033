import type { contract } from '@galley/contract';
import { receiving, type Module } from '@galley/http';
import type { Media, WithDuplicates } from '@galley/media';
import { presentMedia } from './present-media.ts';
import { mediaBulkHandlers } from './bulk.ts';
import { mediaReviewHandlers } from './review.ts';
import { mediaTrashHandlers } from './trash.ts';
import { pageOf, paging } from '../paging.ts';

const pageSizes = { default: 50, max: 200 };

export function mediaModule({ service, trash, reviews }: Media): Module<typeof contract.media> {
  return {
    list: async ({ query }) => {
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
    },

    get: async ({ query: { path, location } }) => {
      const { record, duplicates } = await service.get(path);
      const exif = location === 'true' ? await service.exifWithLocation(record) : record.exif;
      const needsApproval = await service.needsApproval(path);
      const item = presentWithDuplicates({ record: { ...record, exif }, duplicates });
      return { ...item, needs_approval: needsApproval };
    },

    folders: async () => [...(await service.folders())],

    usage: async ({ actor, query: { path } }) => {
      const { documents, total } = await service.usage(actor, path);
      const uses = documents.map(({ isInText, isPublic, ...document }) => ({
        ...document,
        in_text: isInText,
        is_public: isPublic,
      }));
      return { path, total, documents: uses };
    },

    versions: async ({ query: { path } }) =>
      (await service.versions(path)).map(({ path: version, size, deletedBy, deletedAt }) => ({
        path: version,
        size,
        replaced_by: deletedBy,
        replaced_at: deletedAt.toISOString(),
      })),

    revert: async ({ actor, body, note }) => {
      const { path, version, expected_hash: expectedHash } = body;
      note({ details: { version } });
      const { record } = await service.revert(actor, { path, version, expectedHash });
      note({ details: { version, hash: record.sha256, state: record.state } });
      return presentMedia(record);
    },

    metadata: async ({ actor, body, note }) => {
      const { path, metadata: changes, expected_revision: expectedRevision } = body;
      note({ details: { fields: Object.keys(changes) } });
      const described = await service.describe(actor, { path, changes, expectedRevision });
      note({ details: { fields: Object.keys(changes), state: described.state } });
      return presentMedia(described);
    },

    ...receivingHandlers(service),

    ...mediaTrashHandlers(trash),

    ...mediaBulkHandlers({ service, trash }),

    ...mediaReviewHandlers(reviews),
  };
}

function receivingHandlers(
  service: Media['service'],
): Pick<Module<typeof contract.media>, 'upload' | 'replace'> {
  const receiver = {
    receive: service.receive.bind(service),
    discard: service.discard.bind(service),
  };

  return {
    upload: receiving(receiver, async ({ actor, body, upload, note }) => {
      const { name, file: staged } = upload;
      note({ target: body.path ?? name });
      const uploaded = await service.upload(actor, { staged, name, path: body.path });
      const { path, sha256: hash, state } = uploaded.record;
      note({ target: path, details: { hash, state } });
      return presentWithDuplicates(uploaded);
    }),

    replace: receiving(receiver, async ({ actor, body, upload, note }) => {
      const { path, expected_hash: expectedHash } = body;
      const { file: staged } = upload;
      note({ details: { hash: staged.sha256 } });
      const replaced = await service.replace(actor, { staged, path, expectedHash });
      note({ details: { hash: staged.sha256, state: replaced.record.state } });
      return presentWithDuplicates(replaced);
    }),
  };
}

function presentWithDuplicates({ record, duplicates }: WithDuplicates) {
  return { ...presentMedia(record), duplicates: [...duplicates] };
}
