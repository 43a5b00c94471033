import { z } from 'zod';
import { documentStatuses, type ContentService } from '@galley/content';
import { text } from '@galley/contract';
import type { Actor } from '@galley/kernel';
import type { CallingPlugin, Grant } from '@galley/plugins';
import { presentSummary } from '../present-document.ts';
import type { CallingPeople } from './calling-people.ts';
import { grant } from './grant-input.ts';
import type { LinkTargets } from './link-targets.ts';
import { pluginActor } from './plugin-actor.ts';

export interface DocumentGrantParts {
  readonly content: ContentService;
  readonly people: CallingPeople;
  readonly links: LinkTargets;
}

const as = text().optional();
const frontmatter = z.record(z.string(), z.unknown()).optional();

/** Who reads: the person whose key is given, or the plugin itself, which reads everything. */
export function readerOf(
  people: CallingPeople,
  given: string | undefined,
  { name }: CallingPlugin,
): Actor {
  return given === undefined ? pluginActor(name) : people.get(given, name);
}

/** What plugins may do with documents. */
export function documentGrants(parts: DocumentGrantParts): readonly Grant[] {
  return [...readingGrants(parts), ...writingGrants(parts)];
}

function readingGrants({ content, people, links }: DocumentGrantParts): readonly Grant[] {
  const read = 'documents.read';
  return [
    grant({
      name: 'documents.list',
      permission: read,
      input: z
        .strictObject({
          ...{ as, type: text().optional(), lang: text().optional(), q: text().optional() },
          status: z.enum(documentStatuses).optional(),
          page: z.int().min(1).max(100_000).default(1),
          page_size: z.int().min(1).max(200).default(50),
        })
        .nullable()
        .transform((given) => given ?? { page: 1, page_size: 50 }),
      run: async ({ as, page_size: pageSize, ...query }: ListInput, plugin) => {
        const found = await content.list(readerOf(people, as, plugin), {
          ...query,
          pageSize,
          sort: 'path',
        });
        const { items, total, page, nextCursor } = found;
        return { items: items.map(presentSummary), page, total, has_more: nextCursor !== null };
      },
    }),
    grant({
      name: 'documents.get',
      permission: read,
      input: z.strictObject({ path: text(), as }),
      run: async ({ path, as }, plugin) => {
        const { indexed, current } = await content.get(readerOf(people, as, plugin), path);
        return { ...presentSummary(indexed), frontmatter: current.values, content: current.body };
      },
    }),
    grant({
      name: 'documents.links',
      permission: read,
      input: z.strictObject({ path: text(), as }),
      run: async ({ path, as }, plugin) => {
        const { current } = await content.get(readerOf(people, as, plugin), path);
        return links.of(current.body, path);
      },
    }),
  ];
}

function writingGrants({ content }: Pick<DocumentGrantParts, 'content'>): readonly Grant[] {
  const write = 'documents.write';
  return [
    grant({
      name: 'documents.create',
      permission: write,
      input: z.strictObject({
        ...{ type: text(), lang: text(), title: text(), content: text() },
        ...{ slug: text().optional(), frontmatter },
      }),
      run: async (input, { name }) => {
        const { indexed } = await content.create(pluginActor(name), input);
        return presentSummary(indexed);
      },
    }),
    grant({
      name: 'documents.save',
      permission: write,
      input: z.strictObject({
        ...{ path: text(), content: text(), frontmatter },
        expected_revision: text().optional(),
        message: text().max(500).optional(),
      }),
      run: async ({ expected_revision: expectedRevision, ...input }, { name }) => {
        const { indexed } = await content.save(pluginActor(name), { ...input, expectedRevision });
        return presentSummary(indexed);
      },
    }),
  ];
}

interface ListInput {
  readonly as?: string | undefined;
  readonly page: number;
  readonly page_size: number;
}
