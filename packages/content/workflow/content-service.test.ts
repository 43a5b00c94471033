import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { author, editor, Newsroom } from './newsroom.fixtures.ts';

const post = '---\ntitle: Ink # the working title\ntags: [a, "b"]\n---\nBlack.\n';

describe('saving', () => {
  test('GAP-DOC-4: a save changes only the edited parts of the file', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', post);
    const { current } = await room.service.get(editor, 'posts/ink.md');
    const frontmatter = { ...current.values, title: 'Black ink' };
    await room.service.save(editor, { path: 'posts/ink.md', content: 'Blacker.\n', frontmatter });
    expect(await room.read('posts/ink.md')).toBe(
      '---\ntitle: Black ink # the working title\ntags: [a, "b"]\nlast_editor: edith\n' +
        'updated_at: 2026-06-01T08:00:00.000Z\nworkflow: draft\n---\nBlacker.\n',
    );
  });

  test('saving without changes writes nothing, on disk or in the history', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', post);
    const { current, indexed } = await room.service.get(editor, 'posts/ink.md');
    const saved = await room.service.save(editor, {
      path: 'posts/ink.md',
      content: current.body,
      frontmatter: current.values,
    });
    expect(saved.indexed.headHash).toBe(indexed.headHash);
    expect(await room.read('posts/ink.md')).toBe(post);
    expect(await room.service.history(editor, 'posts/ink.md')).toHaveLength(1);
  });

  test('a raw save keeps the spelling of the writer and the server keys', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', '---\ntitle: Ink\nauthor: maria\n---\nBlack.\n');
    const content = '---\n# mine\ntitle:   "Ink"\nlast_editor: forged\n---\nBlack.\n';
    await room.service.save(editor, { path: 'posts/ink.md', content });
    expect(await room.read('posts/ink.md')).toBe(
      '---\n# mine\ntitle:   "Ink"\nauthor: maria\n---\nBlack.\n',
    );
  });

  test('a save cannot transfer a document to another author', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', '---\ntitle: Ink\nauthor: maria\n---\n');
    const save = room.service.save(editor, {
      path: 'posts/ink.md',
      content: '',
      frontmatter: { author: 'edith' },
    });
    await expect(save).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('GAP-DOC-7: a save on an old revision is rejected with the current one and changes nothing', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', post);
    const { indexed } = await room.service.get(editor, 'posts/ink.md');
    const save = { path: 'posts/ink.md', expectedRevision: indexed.revision };
    const first = await room.service.save(editor, { ...save, content: 'Mine.\n' });
    await expect(
      room.service.save(editor, { ...save, content: 'Theirs.\n' }),
    ).rejects.toMatchObject({
      code: 'stale_revision',
      details: { current_revision: first.indexed.revision },
    });
    expect(await room.read('posts/ink.md')).toContain('Mine.');
  });

  test('of many concurrent saves on one revision, one succeeds', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', post);
    const { indexed } = await room.service.get(editor, 'posts/ink.md');
    const colleague = room.colleague();
    const saves = Array.from({ length: 12 }, (_, at) =>
      (at % 2 ? colleague : room).service.save(editor, {
        path: 'posts/ink.md',
        content: `Version ${at}.\n`,
        expectedRevision: indexed.revision,
      }),
    );
    const results = await Promise.allSettled(saves);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await room.service.history(editor, 'posts/ink.md')).toHaveLength(2);
  });

  test('concurrent saves without a revision are all kept in order', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', post);
    const saves = Array.from({ length: 8 }, (_, at) =>
      room.service.save(editor, { path: 'posts/ink.md', content: `Version ${at}.\n` }),
    );
    await Promise.all(saves);
    const entries = await room.service.history(editor, 'posts/ink.md');
    expect(entries).toHaveLength(9);
    expect(entries.slice(0, -1).map(({ parentHash }) => parentHash)).toEqual(
      entries.slice(1).map(({ hash }) => hash),
    );
  });

  test.each([
    [{ title: 7 }, 'frontmatter.title'],
    [{ date: 'yesterday' }, 'frontmatter.date'],
    [{ date: '2026-02-30' }, 'frontmatter.date'],
    [{ slug: 'a/b' }, 'frontmatter.slug'],
    [{ fields: [1] }, 'frontmatter.fields'],
    [{ workflow: 'live' }, 'frontmatter.workflow'],
  ])('frontmatter %j is rejected at %s', async (frontmatter, path) => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', post);
    const save = room.service.save(editor, { path: 'posts/ink.md', content: 'x', frontmatter });
    await expect(save).rejects.toMatchObject({
      code: 'invalid_fields',
      details: { errors: [{ path }] },
    });
    expect(await room.read('posts/ink.md')).toBe(post);
  });
});

test('opening a document does not wait for a change in progress, and finds an edit on disk', async () => {
  await using room = await Newsroom.open();
  const path = 'posts/ink.md';
  await room.write(path, post);
  await room.service.get(editor, path);
  const begun = Promise.withResolvers<void>();
  const allowed = Promise.withResolvers<void>();
  const change = room.store.open(path, () => {
    begun.resolve();
    return allowed.promise;
  });
  await begun.promise;
  expect((await room.service.get(editor, path)).current.body).toBe('Black.\n');
  allowed.resolve();
  await change;
  await room.write(path, post.replace('Black', 'Red'));
  expect((await room.service.get(editor, path)).current.body).toBe('Red.\n');
});

describe('creating', () => {
  const input = { type: 'post', lang: 'en', title: 'Wood & metal', content: 'Type.\n' };

  test('GAP-DOC-3: a new document is a draft of its creator, also in the file', async () => {
    await using room = await Newsroom.open();
    const { indexed } = await room.service.create(author('maria'), input);
    expect(indexed).toMatchObject({
      status: 'draft',
      publicHash: null,
      place: { path: 'posts/wood-metal.md' },
    });
    expect(await room.read('posts/wood-metal.md')).toBe(
      '---\ntitle: Wood & metal\nauthor: maria\nlast_editor: maria\ncreated_at: 2026-06-01T08:00:00.000Z\n' +
        'updated_at: 2026-06-01T08:00:00.000Z\nworkflow: draft\n---\nType.\n',
    );
    expect(await room.titlesInPublic()).toEqual([]);
  });

  test('of many concurrent creations at one path, one succeeds', async () => {
    await using room = await Newsroom.open();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) =>
        room.service.create(editor, { ...input, content: `${at}` }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    expect(refused).toEqual(
      refused.map(() => expect.objectContaining({ code: 'already_exists' }) as unknown),
    );
    expect(await readdir(`${room.directory}/posts`)).toEqual(['wood-metal.md']);
  });

  test('an existing file on disk is not overwritten', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/wood-metal.md', post);
    await expect(room.service.create(editor, input)).rejects.toMatchObject({
      code: 'already_exists',
    });
    expect(await room.read('posts/wood-metal.md')).toBe(post);
  });

  test.each([
    [{ type: 'poem' }, 'type'],
    [{ lang: 'fr' }, 'lang'],
    [{ slug: 'a/b' }, 'slug'],
    [{ title: '!!!' }, 'slug'],
  ])('%j is rejected at %s', async (change, path) => {
    await using room = await Newsroom.open();
    await expect(room.service.create(editor, { ...input, ...change })).rejects.toMatchObject({
      code: 'invalid_fields',
      details: { errors: [{ path }] },
    });
  });

  test.each(['../up', '.hidden', 'con', 'nul.', 'a\\b', 'a\u0000b'])(
    'the slug %j is not a valid path',
    async (slug) => {
      await using room = await Newsroom.open();
      await expect(room.service.create(editor, { ...input, slug })).rejects.toMatchObject({
        code: expect.stringMatching(/invalid_path|invalid_fields/) as unknown,
      });
      expect(await readdir(room.directory)).toEqual([]);
    },
  );
});

describe('publication', () => {
  test('GAP-DOC-8: editing a published document makes it a draft and keeps the page', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', post);
    const { indexed } = await room.service.save(editor, {
      path: 'posts/ink.md',
      content: 'New.\n',
      frontmatter: { title: 'New' },
    });
    expect(indexed.status).toBe('draft');
    expect(await room.titlesInPublic()).toEqual(['Ink']);
    expect(await room.read('.published/posts/ink.md')).toBe(post);
  });

  test('the next publish replaces the page and removes the copy', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', post);
    await room.service.save(editor, {
      path: 'posts/ink.md',
      content: 'New.\n',
      frontmatter: { title: 'New' },
    });
    await room.service.save(editor, {
      path: 'posts/ink.md',
      content: 'New.\n',
      frontmatter: { title: 'New', workflow: 'published' },
    });
    expect(await room.titlesInPublic()).toEqual(['New']);
    await expect(room.read('.published/posts/ink.md')).rejects.toThrow('ENOENT');
  });

  test('one save can edit and publish', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', post);
    const frontmatter = { title: 'New', workflow: 'published' };
    const { indexed } = await room.service.save(editor, {
      path: 'posts/ink.md',
      content: 'New.\n',
      frontmatter,
    });
    expect(indexed.status).toBe('published');
    expect(await room.titlesInPublic()).toEqual(['New']);
  });

  test.each(['draft', 'archived'])(
    'GAP-DOC-8: setting the state to %s unpublishes the page',
    async (workflow) => {
      await using room = await Newsroom.open();
      await room.write('posts/ink.md', post);
      const { current } = await room.service.get(editor, 'posts/ink.md');
      await room.service.save(editor, {
        path: 'posts/ink.md',
        content: current.body,
        frontmatter: { ...current.values, workflow },
      });
      expect(await room.titlesInPublic()).toEqual([]);
      expect(await room.read('posts/ink.md')).toContain(`workflow: ${workflow}`);
    },
  );

  test('an author cannot publish, archive or unpublish', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', '---\ntitle: Ink\nauthor: maria\n---\nBlack.\n');
    await room.write(
      'posts/draft.md',
      '---\ntitle: Draft\nauthor: maria\ndraft: true\n---\nBlack.\n',
    );
    const save = (name: string, workflow: string) =>
      room.service.save(author('maria'), {
        path: `posts/${name}.md`,
        content: 'Black.\n',
        frontmatter: { title: 'Ink', workflow },
      });
    await expect(save('draft', 'published')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(save('draft', 'archived')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(save('ink', 'draft')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await room.titlesInPublic()).toEqual(['Ink']);
  });

  test('CMS-ST-5: with approval required, a save without approval cannot publish', async () => {
    await using room = await Newsroom.open('editorial: { require_approval: true }');
    const { indexed } = await room.service.create(editor, {
      type: 'post',
      lang: 'en',
      title: 'Ink',
      content: '',
    });
    const save = {
      path: indexed.place.path,
      content: '',
      frontmatter: { title: 'Ink', workflow: 'published' },
    };
    await expect(room.service.save(editor, save)).rejects.toMatchObject({
      code: 'approval_required',
    });
    await room.write('posts/new.md', post);
    await room.service.get(editor, 'posts/new.md');
    expect(await room.titlesInPublic()).toEqual([]);
  });
});

describe('visibility', () => {
  test('CMS-AUTH-14: an author lists, opens and changes only their own documents', async () => {
    await using room = await Newsroom.open();
    await room.service.create(author('maria'), {
      type: 'post',
      lang: 'en',
      title: 'Hers',
      content: '',
    });
    await room.service.create(author('jan'), {
      type: 'post',
      lang: 'en',
      title: 'His',
      content: '',
    });
    const { items, total } = await room.service.list(author('maria'), { page: 1, pageSize: 50 });
    expect([items.map(({ metadata }) => metadata.title), total]).toEqual([['Hers'], 1]);
    for (const attempt of [
      () => room.service.get(author('maria'), 'posts/his.md'),
      () => room.service.history(author('maria'), 'posts/his.md'),
      () => room.service.save(author('maria'), { path: 'posts/his.md', content: 'Mine.' }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    }
  });

  test('paths that no setting defines are not found, also without a database', async () => {
    await using room = await Newsroom.open();
    await room.database.db.destroy();
    // A query would be rejected without a handler, which ends a server.
    expect(await room.store.find('elsewhere/ink.md')).toBeUndefined();
  });

  test('unknown paths and mismatched ids are not found', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/ink.md', post);
    await expect(room.service.get(editor, 'posts/none.md')).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(room.service.get(editor, 'posts/ink.md', 'en:post:other')).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(
      (await room.service.get(editor, 'posts/ink.md', 'en:post:ink')).indexed.metadata.title,
    ).toBe('Ink');
  });
});
