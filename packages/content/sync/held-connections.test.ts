import { expect, test } from 'vitest';
import { editor } from '../workflow/newsroom.fixtures.ts';
import { PreviewRoom } from '../previews/fixtures.ts';

/** More than the connections in a test's pool. */
const paths = Array.from({ length: 12 }, (_, at) => `posts/p${at}.md`);

interface Known {
  readonly path: string;
  readonly revision: string;
  readonly hash: string;
}

const acts: Readonly<Record<string, (preview: PreviewRoom, known: Known) => Promise<unknown>>> = {
  'saves of an old revision': ({ room }, { path, revision: expectedRevision }) =>
    expect(
      room.service.save(editor, { path, content: 'Late.\n', expectedRevision }),
    ).rejects.toMatchObject({ code: 'stale_revision', details: { base: { raw: 'First.\n' } } }),
  'restores of a snapshot': ({ room }, { path, hash }) =>
    room.trash.restoreSnapshot(editor, { path, hash }),
  'links to a snapshot': ({ links }, { path, hash }) =>
    links.issue(editor, { path, hash, expiresInHours: 1 }),
  saves: ({ room }, { path }) => room.service.save(editor, { path, content: 'Third.\n' }),
};

test.each(Object.entries(acts))(
  'the holder of a document lock needs no other connection: %s at once, more than the pool has, all complete',
  async (_what, act) => {
    await using preview = await PreviewRoom.open();
    const { room } = preview;
    for (const path of paths) await room.write(path, 'First.\n');
    await room.indexer.scan();
    const known: Known[] = [];
    for (const path of paths) {
      const { indexed } = await room.service.get(editor, path);
      known.push({ path, revision: indexed.revision, hash: indexed.headHash });
      await room.service.save(editor, { path, content: 'Second.\n' });
    }
    await Promise.all(known.map((one) => act(preview, one)));
  },
);
