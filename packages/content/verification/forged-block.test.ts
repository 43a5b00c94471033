import { describe, expect, test } from 'vitest';
import { approvedRoom, path } from '../workflow/editorial.fixtures.ts';
import { editor, type Newsroom } from '../workflow/newsroom.fixtures.ts';
import { examined } from './fixtures.ts';

describe('GAP-ED-6: reports a block forged on disk, with its path and fields', () => {
  async function forge(room: Newsroom, change: (text: string) => string): Promise<string[]> {
    await room.write(path, change(await room.read(path)));
    const before = await examined(room);
    await room.indexer.scan();
    const after = await examined(room);
    expect(after).toEqual(before);
    expect(before.every((one) => one.severity === 'warning' && one.path === path)).toBe(true);
    return before.map(({ message }) => message);
  }

  test('with another approver and an assignee', async () => {
    await using room = await approvedRoom();
    const said = await forge(room, (text) =>
      text.replace('approved_by: rosa', 'approved_by: edith\n  assignee: jan'),
    );
    expect(said).toEqual([
      expect.stringContaining('editorial.approved_by: "edith"; the database has "rosa"'),
      expect.stringContaining('editorial.assignee: "jan"; the database has no value'),
    ]);
  });

  test('with other events', async () => {
    await using room = await approvedRoom();
    const said = await forge(room, (text) => text.replace('actor: maria', 'actor: jan'));
    expect(said).toEqual([
      expect.stringContaining('editorial.events: a list of 2; the database has a list of 2'),
    ]);
  });

  test('of another type', async () => {
    await using room = await approvedRoom();
    const said = await forge(room, (text) =>
      text.replace(/^editorial:\n( .*\n)+/m, 'editorial: approved\n'),
    );
    expect(said).toEqual([expect.stringContaining('The file says editorial: "approved"')]);
  });

  test('in an unindexed file, until the next save corrects it', async () => {
    await using room = await approvedRoom();
    const text = await room.read(path);
    await room.write('posts/copy.md', text);
    expect(new Set((await examined(room)).map((one) => one.path))).toEqual(
      new Set(['posts/copy.md']),
    );
    await room.indexer.scan();
    expect(await examined(room)).not.toEqual([]);
    await room.service.save(editor, { path: 'posts/copy.md', content: 'Mine.\n' });
    expect(await examined(room)).toEqual([]);
  });
});
