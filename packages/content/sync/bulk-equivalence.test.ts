import { describe, expect, test } from 'vitest';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';

function post(title: string, more = ''): string {
  return `---\ntitle: ${title}\nauthor: maria\n${more}---\nText of ${title.toLowerCase()}.\n`;
}

const draft = 'draft: true\n';

interface Case {
  /** Undefined for a document that does not exist before. */
  readonly before: string | undefined;
  /** After the first scan. */
  readonly prepare?: (room: Newsroom, path: string) => Promise<unknown>;
  /** Undefined to remove the file. */
  readonly after: string | undefined;
}

const save = (room: Newsroom, path: string): Promise<unknown> =>
  room.service.save(editor, { path, content: 'Saved.\n', frontmatter: { workflow: 'draft' } });

function setColumns(columns: { restored_by?: string; materialised?: boolean }) {
  return (room: Newsroom, path: string): Promise<unknown> =>
    room.database.db.updateTable('documents').set(columns).where('path', '=', path).execute();
}

async function removeAndIndex(room: Newsroom, path: string): Promise<void> {
  await room.remove(path);
  await room.indexer.indexPath(path);
}

const cases: Readonly<Record<string, Case>> = {
  'published, edited': { before: post('A'), after: post('A2') },
  'published, made a draft': { before: post('B'), after: post('B', draft) },
  'a draft, published': { before: post('C', draft), after: post('C') },
  'a draft, edited': { before: post('D', draft), after: post('D2', draft) },
  'published with a newer draft, draft edited': {
    before: post('E'),
    prepare: save,
    after: post('E2', 'workflow: draft\n'),
  },
  'published with a newer draft, published': {
    before: post('F'),
    prepare: save,
    after: post('F2'),
  },
  'in review, edited': {
    before: post('G', 'workflow: in_review\n'),
    after: post('G2', 'workflow: in_review\n'),
  },
  'published, archived': { before: post('H'), after: post('H', 'workflow: archived\n') },
  'published, broken': { before: post('I'), after: '---\ntitle: [\n---\n' },
  'published, marked as private': { before: post('J'), after: post('J', 'visibility: private\n') },
  'published, removed': { before: post('K'), after: undefined },
  'published with a newer draft, removed': { before: post('L'), prepare: save, after: undefined },
  'a draft, removed': { before: post('M', draft), after: undefined },
  unchanged: { before: post('N'), after: post('N') },
  'gone, back': { before: post('O'), prepare: removeAndIndex, after: post('O2') },
  'restored from a backup': {
    before: post('P'),
    prepare: setColumns({ restored_by: 'ada' }),
    after: post('P2'),
  },
  'not written yet, edited': {
    before: post('Q'),
    prepare: setColumns({ materialised: false }),
    after: post('Q2'),
  },
  'in the trash, a new file at its path': {
    before: post('R'),
    prepare: (room, path) => room.trash.delete(editor, { path }),
    after: post('R2'),
  },
  new: { before: undefined, after: post('S') },
  'new with a public copy': {
    before: undefined,
    prepare: (room, path) => room.write(`.published/${path}`, post('T')),
    after: post('T2', draft),
  },
  'with an assigned date and terms': {
    before: post('U', 'date: 2026-01-02\ntags: [ink]\n'),
    after: post('U2', 'date: 2026-02-03\ntags: ["O\'Neill", paper]\nweight: 3\n'),
  },
  emptied: { before: post('V'), after: '' },
};

const names = Object.keys(cases);

function pathOf(name: string): string {
  return `posts/${name.replaceAll(/[ ,]+/g, '-')}.md`;
}

async function writeOrRemove(room: Newsroom, path: string, text: string | undefined) {
  if (text === undefined) return room.remove(path);
  await room.write(path, text);
  await room.age(path);
}

async function roomAfter(
  site: string,
  index: (room: Newsroom, paths: readonly string[]) => Promise<void>,
): Promise<Newsroom> {
  const room = await Newsroom.open(site);
  for (const [name, { before }] of Object.entries(cases))
    if (before !== undefined) await writeOrRemove(room, pathOf(name), before);
  await room.indexer.scan();
  for (const [name, { prepare }] of Object.entries(cases)) await prepare?.(room, pathOf(name));
  for (const [name, { after }] of Object.entries(cases))
    await writeOrRemove(room, pathOf(name), after);
  await index(room, names.map(pathOf));
  await room.indexer.searchFiller.fill();
  return room;
}

type Row = Readonly<Record<string, unknown>>;

/** Numbers that depend on the order of the changes, and a random one. */
const numbers = new Set(['id', 'document_id', 'version', 'editorial_event_id']);

function comparable(rows: readonly Row[]): string[] {
  return rows.map((row) =>
    JSON.stringify(row, (name, value: unknown) => (numbers.has(name) ? undefined : value)),
  );
}

async function stateOf({ database: { db }, tree }: Newsroom): Promise<Record<string, unknown>> {
  const copies: string[] = [];
  for await (const path of tree.walk('.published')) copies.push(path);
  const documents = await db
    .selectFrom('documents')
    .selectAll()
    .orderBy('path')
    .orderBy('id')
    .execute();
  const history = await db.selectFrom('document_history').selectAll().orderBy('hash').execute();
  const published = await db
    .selectFrom('published_documents')
    .selectAll()
    .orderBy('path')
    .execute();
  const searched = await db
    .selectFrom('document_search')
    .innerJoin('documents', 'documents.id', 'document_search.document_id')
    .select(['path', 'config', 'head', 'everything', 'document_search.version as words'])
    .orderBy('path')
    .orderBy('documents.id')
    .execute();
  const events = await db
    .selectFrom('domain_events')
    .select(['type', 'at', 'actor', 'subject', 'data'])
    .orderBy('subject')
    .orderBy('id')
    .execute();
  const rows = { documents, history, published, searched, events };
  return {
    copies,
    ...Object.fromEntries(Object.entries(rows).map(([name, all]) => [name, comparable(all)])),
  };
}

describe.each([
  ['without approval', ''],
  ['with approval required', 'editorial: { require_approval: true }\n'],
])('%s', (_name, site) => {
  test('a large change set has the same effect as its changes one by one', async () => {
    await using singly = await roomAfter(site, async (room, paths) => {
      for (const path of paths) await room.indexer.indexPath(path);
    });
    await using together = await roomAfter(site, (room, paths) => room.indexer.indexPaths(paths));
    expect(await stateOf(together)).toEqual(await stateOf(singly));
    expect(together.log.map(({ message }) => message)).toContain('documents changed on disk');
  });
});
