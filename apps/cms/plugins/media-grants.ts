import { z } from 'zod';
import { text } from '@galley/contract';
import type { Media } from '@galley/media';
import type { Grant } from '@galley/plugins';
import { presentMedia } from '../media/present-media.ts';
import type { PluginCallers } from './calling-people.ts';
import { actorFor, requireAll, writerFor } from './document-grants.ts';
import { grant } from './grant-input.ts';

const words = text().max(5_000).nullable().optional();

export function mediaGrants({ service }: Media, people: PluginCallers): readonly Grant[] {
  return [
    grant({
      name: 'media.list',
      permission: 'media.read',
      input: z
        .strictObject({
          q: text().optional(),
          folder: text().optional(),
          type: z.enum(['image', 'video', 'audio', 'document']).optional(),
          missing_alt: z.boolean().optional(),
          page: z.int().min(1).max(100_000).optional(),
          page_size: z.int().min(1).max(200).optional(),
        })
        .nullable(),
      run: async (given, plugin) => {
        requireAll(actorFor(people, undefined, plugin), 'media.read');
        const {
          page = 1,
          page_size: pageSize = 50,
          missing_alt: missingAlt,
          ...query
        } = given ?? {};
        const found = await service.list({ ...query, missingAlt, page, pageSize });
        const has_more = page * pageSize < found.total;
        return { items: found.items.map(presentMedia), page, total: found.total, has_more };
      },
    }),
    grant({
      name: 'media.get',
      permission: 'media.read',
      input: z.strictObject({ path: text() }),
      run: async ({ path }, plugin) => {
        requireAll(actorFor(people, undefined, plugin), 'media.read');
        return presentMedia((await service.get(path)).record);
      },
    }),
    grant({
      name: 'media.describe',
      permission: 'media.write',
      input: z.strictObject({
        path: text(),
        changes: z.strictObject({ title: words, alt: words, caption: words, credit: words }),
        expected_revision: text().optional(),
      }),
      run: async ({ expected_revision: expectedRevision, ...change }, plugin) => {
        const actor = writerFor(people, plugin);
        return presentMedia(await service.describe(actor, { ...change, expectedRevision }));
      },
    }),
  ];
}
