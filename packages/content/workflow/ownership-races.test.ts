import { expect, test } from 'vitest';
import { author, editor, Newsroom } from './newsroom.fixtures.ts';

function post(title: string, owner = 'maria'): string {
  return `---\ntitle: ${title}\nauthor: ${owner}\nworkflow: draft\n---\nText.\n`;
}

async function roomWith(...names: string[]): Promise<Newsroom> {
  const room = await Newsroom.open();
  for (const name of names) await room.write(`posts/${name}.md`, post(name));
  await room.indexer.scan();
  return room;
}

async function kinds(room: Newsroom, name: string): Promise<string[]> {
  const entries = await room.service.history(editor, `posts/${name}.md`);
  expect(entries.slice(0, -1).map(({ parentHash }) => parentHash)).toEqual(
    entries.slice(1).map(({ hash }) => hash),
  );
  return entries.map(({ kind }) => kind);
}

function once(act: () => void | Promise<void>): () => void | Promise<void> {
  let done = false;
  return () => {
    if (done) return undefined;
    done = true;
    return act();
  };
}

test('a save during a transfer waits for it and keeps the new owner', async () => {
  await using room = await roomWith('a');
  let save: Promise<unknown> | undefined;
  const { ownership } = room.colleague(() => {
    save = room.service.save(editor, { path: 'posts/a.md', content: 'Saved.\n' });
  });
  expect(await ownership.transfer(editor, 'maria', 'jan')).toBe(1);
  await save;
  expect(await room.read('posts/a.md')).toMatch(/author: jan\n[^]*Saved\.\n$/);
  expect(await kinds(room, 'a')).toEqual(['save', 'editorial', 'external']);
});

test('a transfer during a save waits for it and keeps the text', async () => {
  await using room = await roomWith('a');
  let transfer: Promise<number> | undefined;
  const { service } = room.colleague(() => {
    transfer = room.ownership.transfer(editor, 'maria', 'jan');
  });
  await service.save(editor, { path: 'posts/a.md', content: 'Saved.\n' });
  expect(await transfer).toBe(1);
  expect(await room.read('posts/a.md')).toMatch(/author: jan\n[^]*Saved\.\n$/);
  expect(await kinds(room, 'a')).toEqual(['editorial', 'save', 'external']);
});

test('GAP-DOC-7: a save on the revision before the transfer is rejected as stale and loses nothing', async () => {
  await using room = await roomWith('a');
  const { current, indexed } = await room.service.get(editor, 'posts/a.md');
  await room.ownership.transfer(editor, 'maria', 'jan');
  const save = room.service.save(editor, {
    path: 'posts/a.md',
    content: 'Saved.\n',
    frontmatter: current.values,
    expectedRevision: indexed.revision,
  });
  await expect(save).rejects.toMatchObject({ code: 'stale_revision' });
  expect(await room.read('posts/a.md')).toBe(post('a', 'jan'));
});

test('an edit on disk during a transfer is kept and transferred too', async () => {
  await using room = await roomWith('a');
  const { ownership } = room.colleague(once(() => room.write('posts/a.md', post('By hand'))));
  await ownership.transfer(editor, 'maria', 'jan');
  expect(await room.read('posts/a.md')).toBe(post('By hand', 'jan'));
  expect(await kinds(room, 'a')).toEqual(['editorial', 'external', 'editorial', 'external']);
});

test('a document created by the old owner during a transfer is transferred too', async () => {
  await using room = await roomWith('b', 'c');
  const input = { type: 'post', lang: 'en', title: 'A', content: '' };
  const { ownership } = room.colleague(
    once(() => room.service.create(author('maria'), input).then(() => undefined)),
  );
  expect(await ownership.transfer(editor, 'maria', 'jan')).toBe(3);
  expect(await room.read('posts/a.md')).toContain('author: jan');
});

test('an interrupted transfer continues when it is called again', async () => {
  await using room = await roomWith('a', 'b', 'c', 'd');
  const { ownership } = room.colleague((path) => {
    if (path === 'posts/b.md') throw new Error('killed');
  });
  await expect(ownership.transfer(editor, 'maria', 'jan')).rejects.toThrow('killed');
  expect(await room.read('posts/b.md')).toBe(post('b'));
  expect(await room.ownership.transfer(editor, 'maria', 'jan')).toBe(2);
  await room.indexer.scan();
  for (const name of ['a', 'b', 'c', 'd']) {
    expect(await room.read(`posts/${name}.md`)).toBe(post(name, 'jan'));
    expect(await kinds(room, name)).toEqual(['editorial', 'external']);
  }
});

test('two transfers and many saves at once leave one new owner and the last text in every document', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `p${at}`);
  await using room = await roomWith(...names);
  const colleague = room.colleague();
  const saves = names.flatMap((name, at) =>
    [room, colleague].map(({ service }) =>
      service.save(editor, { path: `posts/${name}.md`, content: `Saved ${at}.\n` }),
    ),
  );
  const [jan, lena] = await Promise.all([
    room.ownership.transfer(editor, 'maria', 'jan'),
    colleague.ownership.transfer(editor, 'maria', 'lena'),
    ...saves,
  ]);
  expect(jan + lena).toBe(names.length);
  expect(await room.ownership.count('jan')).toBe(jan);
  expect(await room.ownership.count('lena')).toBe(lena);
  for (const [at, name] of names.entries()) {
    expect(await room.read(`posts/${name}.md`)).toMatch(/^author: (jan|lena)$/m);
    expect(await room.read(`posts/${name}.md`)).toMatch(new RegExp(`Saved ${at}\\.\n$`));
    expect((await kinds(room, name)).sort()).toEqual(['editorial', 'external', 'save']);
  }
});
