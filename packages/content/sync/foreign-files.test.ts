import { describe, expect, test } from 'vitest';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { readDocument } from '../document/read-document.ts';
import { examined, verified } from '../verification/fixtures.ts';

const post = (title: string, more = ''): string => `---\ntitle: ${title}\n${more}---\nText.\n`;

function publishAsBefore(room: Newsroom, path: string, bytes: Buffer): Promise<void> {
  const { reconciler, settings, clock } = room;
  return room.store.open(path, async ({ connection, indexed }) => {
    const change = {
      document: readDocument(indexed.place, bytes, settings),
      file: null,
      at: clock.now(),
      kind: 'external',
      author: 'external',
      onBehalfOf: [],
      message: 'Edited on disk',
      decision: { status: 'published', publication: 'publish', approval: 'clear' },
    } as const;
    await reconciler.commit(connection, indexed, change);
  });
}

describe('non-public files of other systems are drafts, with the reason', () => {
  const undated = post('Undated', 'date: soon\n');
  const files: Readonly<Record<string, string | Buffer>> = {
    'toml.md': '\n+++\ntitle = "T"\n+++\nSecret',
    'toml-unpublished.md': '+++\ntitle = "T"\npublished = false\n+++\nSecret',
    'toml-broken.md': '+++\ntitle = T\n+++\nSecret',
    'json-unpublished.md': '{\n"published": false\n}\nSecret',
    'json-broken.md': '{\n  "title": "T",\n}\nSecret',
    'semicolons.md': ';;;\n"title": "T"\n;;;\nSecret',
    'named.md': '---json\n{"title": "T"}\n---\nSecret',
    'bom-toml.md': '\uFEFF+++\r\npublished = false\r\n+++\r\nSecret',
    'unclosed.md': '---\ntitle: T\ndraft: true\n\nSecret',
    'late.md': '\n---\ntitle: T\ndraft: true\n---\nSecret',
    'pelican.md': 'Title: T\nStatus: draft\n\nSecret',
    'unpublished.md': post('T', 'published: false\n'),
    'unpublished-text.md': post('T', 'published: "no"\n').replaceAll('\n', '\r\n'),
    'published-later.md': post('T', 'published: soon\n'),
    'draft-text.md': `\uFEFF${post('T', 'draft: "true"\n')}`,
    'draft-case.md': post('T', 'Draft: true\n').replace('---\n', '--- \n'),
    'status.md': post('T', 'status: Private\n'),
    'visibility.md': post('T', 'visibility: members\n'),
    'expiry.md': post('T', 'expiryDate: 2999-01-01\n'),
    'publish-date.md': post('T', 'publishDate: 2999-01-01T00:00:00Z\n'),
    'undated.md': undated,
    'headless.md': post('T', 'headless: true\n'),
    'scheduled.md': post('T', 'scheduled_publish_at: 2999-01-01\n'),
    'render.md': post('T', 'build: { render: never }\n'),
    'eleventy.md': post('T', 'permalink: false\n'),
    '_drafts/a.md': post('T'),
    '_partial.md': post('T'),
  };
  const open = {
    'plain.md': 'Text',
    'rule.md': '---\nText',
    'toml-open.md': '+++\ntitle = "T"\n+++\nText',
    'json-open.md': '{"title": "T"}\nText',
    'shortcode.md': '{{< figure >}}',
    'yes.md': post('T', 'published: true\ndraft: "false"\nstatus: done\npermalink: /a/\n'),
    'dated.md': post('T', 'date: 2020-01-01T10:00:00+01:00\npublished: 2020-01-01\n'),
    'jekyll.md': post('T', 'date: 2020-01-01 10:00:00 +0100\n'),
    'event.md': post('T', 'date: 2999-01-01\n'),
    'decided.md': post('T', 'workflow: published\npublished: false\ndate: 2999-01-01\n'),
  };

  test('they stay byte-identical', async () => {
    await using room = await Newsroom.open();
    for (const [name, text] of Object.entries({ ...files, ...open }))
      await room.write(`posts/${name}`, text);
    await room.indexer.scan();
    const { items } = await room.service.list(editor, { page: 1, pageSize: 100, sort: 'path' });
    const found = items.filter(({ publicHash }) => publicHash !== null).map((one) => one.place);
    expect(found.map(({ path }) => path.slice('posts/'.length)).sort()).toEqual(
      Object.keys(open).sort(),
    );
    for (const { place, status, problem, notice, publicHash } of items) {
      if (publicHash !== null) continue;
      expect([place.path, status]).toEqual([place.path, 'draft']);
      expect([place.path, problem ?? notice]).toEqual([
        place.path,
        {
          message: expect.any(String) as string,
          line: expect.any(Number) as number,
          column: expect.any(Number) as number,
        },
      ]);
      expect(await room.read(place.path)).toBe(files[place.path.slice('posts/'.length)]);
    }
    const told = (await examined(room)).map(({ path }) => path!.slice('posts/'.length));
    expect(told.sort()).toEqual(Object.keys(files).sort());
  });

  test.each(['+++\ndraft = true\n+++\nSecret', '{"draft": true}\nSecret'])(
    '%j is a draft',
    async (text) => {
      await using room = await Newsroom.open();
      await room.write('posts/a.md', text);
      await room.indexer.scan();
      const { indexed } = await room.service.get(editor, 'posts/a.md');
      expect(indexed).toMatchObject({ status: 'draft', problem: null, publicHash: null });
      await room.editorial.changeStatus(editor, { path: 'posts/a.md', status: 'published' });
      expect(await room.read('posts/a.md')).toMatch(/^(?:\+\+\+\n|\{)[^]*Secret$/);
      expect((await verified(room)).filter(({ severity }) => severity === 'error')).toEqual([]);
    },
  );

  test('they are published by a user in Galley, which is recorded in the file', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', undated);
    await room.indexer.scan();
    const { indexed } = await room.service.get(editor, 'posts/a.md');
    expect(indexed.notice).toMatchObject({
      line: 3,
      message: expect.stringContaining('date is not a valid time') as string,
    });
    await room.editorial.changeStatus(editor, { path: 'posts/a.md', status: 'published' });
    expect(await room.titlesInPublic()).toEqual(['Undated']);
    const text = await room.read('posts/a.md');
    expect(text).toContain('date: soon\n');
    expect(text).toContain('workflow: published\n');
    const after = await room.service.get(editor, 'posts/a.md');
    expect(after.indexed.notice).toBeNull();
  });

  test('an edit on disk can turn a public file into a draft', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.indexer.scan();
    await room.write('posts/a.md', post('A', 'published: false\n'));
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toEqual([]);
  });

  test('documents published by an earlier version are unpublished', async () => {
    await using room = await Newsroom.open();
    for (const name of ['toml.md', 'unpublished.md']) {
      await room.write(`posts/${name}`, post('Old'));
      await room.indexer.scan();
      await publishAsBefore(room, `posts/${name}`, Buffer.from(files[name]!));
    }
    await room.indexer.rederive();
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toEqual([]);
    for (const name of ['toml.md', 'unpublished.md']) {
      const { indexed } = await room.service.get(editor, `posts/${name}`);
      expect(indexed.status).toBe('draft');
      expect(indexed.problem ?? indexed.notice).not.toBeNull();
      expect(await room.read(`posts/${name}`)).toBe(files[name]);
      const [newest] = await room.service.history(editor, `posts/${name}`);
      expect(newest!.message).toContain('Unpublished: ');
    }
    expect(await examined(room)).toHaveLength(2);
    expect((await verified(room)).filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
