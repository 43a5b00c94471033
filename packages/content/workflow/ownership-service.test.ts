import { describe, expect, test } from 'vitest';
import { parseSiteSettings } from '@galley/settings';
import { editor, Newsroom } from './newsroom.fixtures.ts';

const enforced = 'editorial: { require_approval: true }';

function post(title: string, author = 'maria', more = ''): string {
  return `---\ntitle: ${title}\nauthor: ${author}\n${more}---\nText.\n`;
}

async function roomWith(files: Readonly<Record<string, string>>, site?: string): Promise<Newsroom> {
  const room = await Newsroom.open(site);
  for (const [name, content] of Object.entries(files))
    await room.write(`posts/${name}.md`, content);
  await room.indexer.scan();
  return room;
}

describe('counting', () => {
  test('GAP-SET-3: includes only existing documents of that user', async () => {
    await using room = await roomWith({
      a: post('A'),
      b: post('B'),
      c: post('C', 'Maria'),
      d: post('D', 'jan'),
      e: '---\ntitle: E\n---\n',
    });
    expect(await room.ownership.count('maria')).toBe(2);
    await room.remove('posts/a.md');
    await room.indexer.scan();
    expect(await room.ownership.count('maria')).toBe(1);
    expect(await room.ownership.count('nobody')).toBe(0);
  });
});

describe('a transfer', () => {
  test('GAP-SET-3: moves every document of the user and no others', async () => {
    await using room = await roomWith({ a: post('A'), b: post('B', 'edith'), c: post('C') });
    expect(await room.ownership.transfer(editor, 'maria', 'jan')).toBe(2);
    expect(await room.ownership.count('maria')).toBe(0);
    expect(await room.ownership.count('jan')).toBe(2);
    expect(await room.read('posts/b.md')).toBe(post('B', 'edith'));
  });

  test('changes only the name in a file, however it is written', async () => {
    const files = {
      'windows-lines': '---\r\ntitle: A\r\nauthor: maria\r\n---\r\nA.\r\n',
      'a-comment': '---\n# who\nauthor: maria # since May\ntitle: "A"\n---\nBy maria.\n',
      'double-quotes': '---\nauthor:   "maria"\ntags: [a,  b]\n---\n',
      'single-quotes': "---\nauthor: 'maria'\nlast_editor: edith\n---\n",
      'byte-order-mark-and-no-final-newline': '\uFEFF---\nauthor: maria\n---\nA.',
      'odd-order-and-blank-lines': '---\n\nworkflow: published\n\nauthor: maria\n\n...\n\nA.\n',
    };
    await using room = await roomWith(files);
    expect(await room.ownership.transfer(editor, 'maria', 'jan')).toBe(6);
    for (const [name, file] of Object.entries(files))
      expect(await room.read(`posts/${name}.md`)).toBe(
        file.replace(/(author: *["']?)maria/, (_match, key: string) => `${key}jan`),
      );
  });

  test('is one editorial entry in the history and not an edit of the text', async () => {
    const edited = 'last_editor: maria\nupdated_at: 2026-05-01T08:00:00.000Z\n';
    await using room = await roomWith({ a: post('A', 'maria', edited) });
    const before = await room.service.get(editor, 'posts/a.md');
    room.clock.advance(60_000);
    await room.ownership.transfer(editor, 'maria', 'jan');
    const { indexed } = await room.service.get(editor, 'posts/a.md');
    expect(indexed.metadata).toEqual({ ...before.indexed.metadata, author: 'jan' });
    expect(indexed.revision).not.toBe(before.indexed.revision);
    const [entry, ...older] = await room.service.history(editor, 'posts/a.md');
    expect(entry).toMatchObject({
      kind: 'editorial',
      author: 'edith',
      message: 'Owner changed from maria to jan',
      status: 'published',
      parentHash: before.indexed.headHash,
      revision: indexed.revision,
      at: room.clock.now(),
    });
    expect(older).toHaveLength(1);
  });

  test('CMS-ST-10: keeps a published document public with its publication time', async () => {
    await using room = await roomWith({ a: post('A') });
    const before = await room.published.findByPath('posts/a.md');
    room.clock.advance(86_400_000);
    await room.ownership.transfer(editor, 'maria', 'jan');
    const { indexed } = await room.service.get(editor, 'posts/a.md');
    expect(indexed).toMatchObject({
      status: 'published',
      publicHash: indexed.headHash,
      publishedRevision: indexed.revision,
      publishedAt: before!.publishedAt,
    });
    const open = await room.published.findByPath('posts/a.md');
    const { hash, revision } = { hash: indexed.headHash, revision: indexed.revision };
    const { version } = open!;
    expect(version).toBeGreaterThan(before!.version);
    expect(open).toEqual({ ...before, author: 'jan', hash, revision, version });
    await expect(room.read('.published/posts/a.md')).rejects.toThrow('ENOENT');
  });

  test('CMS-ST-10: with approval required, turns a published document into a draft and keeps its page', async () => {
    await using room = await roomWith({ a: post('A') }, enforced);
    const before = await room.published.findByPath('posts/a.md');
    await room.ownership.transfer(editor, 'maria', 'jan');
    const { indexed } = await room.service.get(editor, 'posts/a.md');
    expect(indexed.status).toBe('draft');
    expect(await room.read('posts/a.md')).toBe(post('A', 'jan', 'workflow: draft\n'));
    expect(await room.published.findByPath('posts/a.md')).toEqual(before);
    expect(await room.read('.published/posts/a.md')).toBe(post('A'));
  });

  test('CMS-ST-10: with approval required, turns a scheduled document into a draft without publishing it', async () => {
    const file = post('A', 'maria', 'workflow: scheduled # soon\n');
    await using room = await roomWith({ a: file }, enforced);
    await room.ownership.transfer(editor, 'maria', 'jan');
    expect(await room.read('posts/a.md')).toBe(post('A', 'jan', 'workflow: draft # soon\n'));
    expect(await room.titlesInPublic()).toEqual([]);
  });

  test('keeps the public revision of a document in progress', async () => {
    await using room = await roomWith({ a: post('A') });
    await room.service.save(editor, { path: 'posts/a.md', content: 'New.\n' });
    const before = await room.published.findByPath('posts/a.md');
    await room.ownership.transfer(editor, 'maria', 'jan');
    expect(await room.published.findByPath('posts/a.md')).toEqual(before);
    expect(await room.read('.published/posts/a.md')).toBe(post('A'));
    expect(await room.read('posts/a.md')).toMatch(/author: jan\n[^]*New\.\n$/);
  });

  test('handles any number of documents', async () => {
    const names = Array.from({ length: 101 }, (_, at) => `p${at}`);
    await using room = await roomWith(Object.fromEntries(names.map((name) => [name, post(name)])));
    expect(await room.ownership.transfer(editor, 'maria', 'jan')).toBe(101);
    expect(await room.ownership.count('jan')).toBe(101);
  });

  test('from a user to the same user changes nothing', async () => {
    await using room = await roomWith({ a: post('A') });
    expect(await room.ownership.transfer(editor, 'maria', 'maria')).toBe(0);
    expect(await room.service.history(editor, 'posts/a.md')).toHaveLength(1);
  });

  test('skips files that the settings exclude and continues behind them', async () => {
    await using room = await Newsroom.open();
    const pages = Array.from({ length: 101 }, (_, at) => `pages/p${at}.md`);
    for (const path of [...pages, 'posts/a.md']) await room.write(path, post('A'));
    await room.indexer.scan();
    const site = 'content: { types: { page: { folder: leaves }, post: } }';
    room.settings = parseSiteSettings(site, 'site.yaml');
    expect(await room.ownership.transfer(editor, 'maria', 'jan')).toBe(1);
    expect(await room.read('posts/a.md')).toBe(post('A', 'jan'));
    expect(await room.read('pages/p0.md')).toBe(post('A'));
  });
});

describe('assigned documents', () => {
  const reviewer = { ...editor, username: 'rosa' };

  async function roomWithAssigned(): Promise<Newsroom> {
    const room = await roomWith({ a: post('A', 'lena', 'workflow: in_review\n') });
    for (const username of ['maria', 'jan']) room.people.set(username, { ...editor, username });
    const assign = { path: 'posts/a.md', action: 'assign', assignee: 'maria' } as const;
    await room.editorial.act(editor, assign);
    return room;
  }

  test('GAP-SET-3: are counted and transferred without changing the owner', async () => {
    await using room = await roomWithAssigned();
    expect(await room.ownership.count('maria')).toBe(1);
    expect(await room.ownership.transfer(editor, 'maria', 'jan')).toBe(1);
    expect(await room.ownership.count('maria')).toBe(0);
    const { indexed, current } = await room.service.get(editor, 'posts/a.md');
    expect(indexed).toMatchObject({ metadata: { author: 'lena' }, editorial: { assignee: 'jan' } });
    expect(current.values['editorial']).toMatchObject({ assignee: 'jan' });
    const [entry] = await room.service.history(editor, 'posts/a.md');
    expect(entry).toMatchObject({ message: 'Assignee changed from maria to jan' });
  });

  test('CMS-ST-10: lose their approval', async () => {
    await using room = await roomWithAssigned();
    const { revision } = (await room.service.get(editor, 'posts/a.md')).indexed;
    const approve = { path: 'posts/a.md', action: 'approve', expectedRevision: revision } as const;
    await room.editorial.act(reviewer, approve);
    await room.ownership.transfer(editor, 'maria', 'jan');
    const { indexed } = await room.service.get(editor, 'posts/a.md');
    expect(indexed).toMatchObject({ status: 'in_review', editorial: { approval: null } });
  });

  test('that the user also owns count once and are transferred in one step', async () => {
    await using room = await roomWithAssigned();
    const assign = { path: 'posts/a.md', action: 'assign', owner: 'maria' } as const;
    await room.editorial.act(editor, assign);
    expect(await room.ownership.transfer(editor, 'maria', 'jan')).toBe(1);
    const [entry] = await room.service.history(editor, 'posts/a.md');
    expect(entry).toMatchObject({ message: 'Owner and assignee changed from maria to jan' });
  });
});

describe('an unnoticed edit on disk', () => {
  test('is recorded before the transfer', async () => {
    await using room = await roomWith({ a: post('A') });
    await room.write('posts/a.md', post('A, by hand'));
    await room.ownership.transfer(editor, 'maria', 'jan');
    expect(await room.read('posts/a.md')).toBe(post('A, by hand', 'jan'));
    const entries = await room.service.history(editor, 'posts/a.md');
    expect(entries.map(({ kind }) => kind)).toEqual(['editorial', 'external', 'external']);
  });

  test('a document that was transferred or removed in the meantime is skipped', async () => {
    await using room = await roomWith({ a: post('A'), b: post('B'), c: post('C') });
    await room.write('posts/a.md', post('A', 'lena'));
    await room.remove('posts/b.md');
    expect(await room.ownership.transfer(editor, 'maria', 'jan')).toBe(1);
    expect(await room.read('posts/a.md')).toBe(post('A', 'lena'));
    await expect(room.read('posts/b.md')).rejects.toThrow('ENOENT');
    expect(await room.ownership.count('maria')).toBe(0);
  });
});

describe('a failed transfer', () => {
  test('with broken frontmatter reports the line and keeps earlier transfers', async () => {
    await using room = await roomWith({ a: post('A'), b: post('B'), c: post('C') });
    const broken = '---\ntitle: B\nauthor: "maria\n---\nText.\n';
    await room.write('posts/b.md', broken);
    const transfer = room.ownership.transfer(editor, 'maria', 'jan');
    await expect(transfer).rejects.toMatchObject({
      code: 'frontmatter_broken',
      message: expect.stringMatching(/posts\/b\.md .*\(line \d+, column \d+\): /) as unknown,
      details: { path: 'posts/b.md' },
    });
    expect(await room.read('posts/a.md')).toBe(post('A', 'jan'));
    expect(await room.read('posts/b.md')).toBe(broken);
    expect(await room.ownership.count('maria')).toBe(2);
    await room.write('posts/b.md', post('B'));
    expect(await room.ownership.transfer(editor, 'maria', 'jan')).toBe(2);
    expect(await room.service.history(editor, 'posts/a.md')).toHaveLength(2);
  });

  test('with a name that exceeds the size limit reports it and leaves the document unchanged', async () => {
    const frame = post('A').length;
    const full = post('A').replace('Text.', 'x'.repeat(256 * 1024 - frame + 'Text.'.length));
    await using room = await roomWith({ a: full });
    const transfer = room.ownership.transfer(editor, 'maria', 'bartholomew');
    await expect(transfer).rejects.toMatchObject({
      code: 'payload_too_large',
      details: { path: 'posts/a.md' },
    });
    expect(await room.read('posts/a.md')).toBe(full);
  });

  test('with unwritable files is stored, and the files follow', async () => {
    await using room = await roomWith({ a: post('A'), b: post('B', 'jan') }, enforced);
    await room.write('.published', 'In the way.');
    expect(await room.ownership.transfer(editor, 'maria', 'jan')).toBe(1);
    expect(await room.ownership.transfer(editor, 'maria', 'jan')).toBe(0);
    await room.remove('.published');
    await room.indexer.scan();
    expect(await room.read('posts/a.md')).toBe(post('A', 'jan', 'workflow: draft\n'));
    expect(await room.read('.published/posts/a.md')).toBe(post('A'));
  });
});

describe('an assigned reviewer', () => {
  const path = 'posts/a.md';
  const rosa = { ...editor, username: 'rosa', grants: new Set(['documents.review']) };
  const remi = { ...rosa, username: 'remi' };

  async function reviewedRoom(): Promise<Newsroom> {
    const room = await roomWith({ a: post('A') });
    for (const person of [rosa, remi]) room.people.set(person.username, person);
    room.people.set('jan', { username: 'jan', grants: new Set() });
    await room.editorial.act(editor, { path, action: 'assign', reviewer: 'rosa' });
    return room;
  }

  test('GAP-SET-3: is counted and replaced by a successor who may review', async () => {
    await using room = await reviewedRoom();
    expect(await room.ownership.count('rosa')).toBe(1);
    expect(await room.ownership.transfer(editor, 'rosa', 'remi')).toBe(1);
    expect(await room.ownership.count('rosa')).toBe(0);
    const { indexed } = await room.service.get(editor, path);
    expect(indexed).toMatchObject({
      editorial: { reviewer: 'remi' },
      metadata: { author: 'maria' },
    });
    const [entry] = await room.service.history(editor, path);
    expect(entry!.message).toBe('Reviewer changed from rosa to remi');
  });

  test('GAP-SET-3: is cleared when the successor may not review', async () => {
    await using room = await reviewedRoom();
    expect(await room.ownership.transfer(editor, 'rosa', 'jan')).toBe(1);
    const { indexed } = await room.service.get(editor, path);
    expect(indexed.editorial.reviewer).toBeNull();
    const [entry] = await room.service.history(editor, path);
    expect(entry!.message).toBe('rosa no longer reviews');
  });

  test('GAP-SET-3, CMS-AUTH-19: is cleared when the reviewer becomes the owner, who could not decide', async () => {
    await using room = await reviewedRoom();
    expect(await room.ownership.transfer(editor, 'maria', 'rosa')).toBe(1);
    const { indexed } = await room.service.get(editor, path);
    expect(indexed).toMatchObject({ editorial: { reviewer: null }, metadata: { author: 'rosa' } });
    const [entry] = await room.service.history(editor, path);
    expect(entry!.message).toBe('Owner changed from maria to rosa; rosa no longer reviews');
  });
});
