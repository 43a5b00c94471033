import { z } from 'zod';
import { contentProblems, mayRead, type ContentService } from '@galley/content';
import { text } from '@galley/contract';
import { documentStatuses } from '@galley/editorial';
import { may, type Actor, type Capability } from '@galley/kernel';
import { pluginProblems, type CallingPlugin, type Grant } from '@galley/plugins';
import { presentSummary } from '../documents/present-document.ts';
import type { PluginCallers } from './calling-people.ts';
import { grant } from './grant-input.ts';
import type { LinkTargets } from './link-targets.ts';
import { pluginActor } from './plugin-actor.ts';
import type { PublicDocuments } from './public-documents.ts';

export interface DocumentGrantParts {
  readonly content: ContentService;
  readonly people: PluginCallers;
  readonly links: LinkTargets;
  readonly published: PublicDocuments;
}

const as = text().optional();
const frontmatter = z.record(z.string(), z.unknown()).optional();

/** Without a key, a route may do what all its callers may, and a hook or job may read everything. */
export function actorFor(
  people: PluginCallers,
  given: string | undefined,
  { name, audience }: CallingPlugin,
): Actor {
  if (given !== undefined) return people.get(given, name);
  const actor = pluginActor(name, people.actingFor(name));
  return audience === 'people' ? { ...actor, within: people.callersOf(name) } : actor;
}

export function documentGrants(parts: DocumentGrantParts): readonly Grant[] {
  return [...readingGrants(parts), ...writingGrants(parts)];
}

function readingGrants({
  content,
  people,
  links,
  published,
}: DocumentGrantParts): readonly Grant[] {
  const read = 'documents.read';
  return [
    grant({
      name: 'documents.list',
      permission: read,
      input: z
        .strictObject({
          as,
          type: text().optional(),
          lang: text().optional(),
          q: text().optional(),
          status: z.enum(documentStatuses).optional(),
          page: z.int().min(1).max(100_000).default(1),
          page_size: z.int().min(1).max(200).default(50),
        })
        .nullable()
        .transform((given) => given ?? { page: 1, page_size: 50 }),
      run: async ({ as, page_size: pageSize, ...query }: ListInput, plugin) => {
        if (servesReaders(plugin)) return published.list({ ...query, pageSize });
        const actor = actorFor(people, as, plugin);
        const [reader = actor, ...others] = actor.within ?? [];
        const asked = { ...query, pageSize, sort: 'path', exactTotal: true } as const;
        const found = await content.list(reader, asked);
        const { items, total, page, nextCursor } = found;
        const readable = items.filter((item) => others.every((other) => mayRead(other, item)));
        return { items: readable.map(presentSummary), page, total, has_more: nextCursor !== null };
      },
    }),
    grant({
      name: 'documents.get',
      permission: read,
      input: z.strictObject({ path: text(), as }),
      run: async ({ path, as }, plugin) => {
        if (servesReaders(plugin)) return published.get(path);
        const { indexed, current } = await content.get(actorFor(people, as, plugin), path);
        return { ...presentSummary(indexed), frontmatter: current.values, content: current.body };
      },
    }),
    grant({
      name: 'documents.links',
      permission: read,
      input: z.strictObject({ path: text(), as }),
      run: async ({ path, as }, plugin) => {
        if (servesReaders(plugin)) return links.checkLinks(await published.body(path), path);
        const { current } = await content.get(actorFor(people, as, plugin), path);
        return links.checkLinks(current.body, path);
      },
    }),
  ];
}

function writingGrants({ content, people }: DocumentGrantParts): readonly Grant[] {
  const write = 'documents.write';
  return [
    grant({
      name: 'documents.create',
      permission: write,
      input: z.strictObject({
        type: text(),
        lang: text(),
        title: text(),
        content: text(),
        slug: text().optional(),
        frontmatter,
      }),
      run: async (input, plugin) => {
        const actor = writerFor(people, plugin);
        requireAll(actor, 'documents.create');
        const { indexed } = await content.create(actor, input);
        return presentSummary(indexed);
      },
    }),
    grant({
      name: 'documents.save',
      permission: write,
      input: z.strictObject({
        path: text(),
        content: text(),
        frontmatter,
        expected_revision: text().optional(),
        message: text().max(500).optional(),
      }),
      run: async ({ expected_revision: expectedRevision, ...input }, plugin) => {
        const actor = writerFor(people, plugin);
        const { indexed } = await content.save(actor, { ...input, expectedRevision });
        return presentSummary(indexed);
      },
    }),
  ];
}

/** Readers see published revisions only. */
const servesReaders = ({ audience }: CallingPlugin): boolean =>
  audience === 'pages' || audience === 'visitors';

/** @throws `invalid_call` for blocks, filters and endpoints: readers change nothing */
export function writerFor(people: PluginCallers, plugin: CallingPlugin): Actor {
  if (servesReaders(plugin))
    throw pluginProblems.invalid_call(
      'Blocks, filters and endpoints answer readers and cannot change documents.',
    );
  return actorFor(people, undefined, plugin);
}

/** @throws `forbidden` when one of the people for whom a plugin acts lacks the capability */
export function requireAll({ within = [] }: Actor, capability: Capability): void {
  const other = within.find((one) => !may(one, capability));
  if (!other) return;
  throw contentProblems.forbidden(`Your role (${other.role}) lacks the capability ${capability}.`);
}

interface ListInput {
  readonly as?: string | undefined;
  readonly page: number;
  readonly page_size: number;
}
