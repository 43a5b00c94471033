import { expect, test } from 'vitest';
import { assign, indexedIn, maria, path, publish } from '../workflow/editorial.fixtures.ts';
import { editor } from '../workflow/newsroom.fixtures.ts';
import { Noticeboard } from './fixtures.ts';

async function remindedAt(board: Noticeboard, time: string): Promise<string[]> {
  const { room } = board;
  return board.describeNotifications(async () => {
    room.clock.advance(new Date(time).getTime() - room.clock.now().getTime());
    await room.deadlines.remind();
    await room.deadlines.remind();
  });
}

test('ADD-CAL-3: owner and assignee are reminded once the day before and once after the day, in the zone of the site', async () => {
  await using board = await Noticeboard.open('time_zone: Europe/Berlin');
  const { room } = board;
  await assign(room, { assignee: 'jan' });
  await room.deadlines.set(editor, path, '2026-06-10');
  expect(await remindedAt(board, '2026-06-08T21:59:00Z')).toEqual([]);
  expect(await remindedAt(board, '2026-06-08T22:00:00Z')).toEqual([
    'jan: due_soon',
    'maria: due_soon',
  ]);
  expect(await remindedAt(board, '2026-06-10T21:59:00Z')).toEqual([]);
  expect(await remindedAt(board, '2026-06-10T22:00:00Z')).toEqual([
    'jan: overdue',
    'maria: overdue',
  ]);
  expect(await board.listOf(maria)).toMatchObject([
    { type: 'overdue', actor: 'galley', note: '2026-06-10', path },
    { type: 'due_soon', note: '2026-06-10' },
  ]);
});

test('ADD-CAL-3: another day is reminded of anew, a removed one and a finished document not at all', async () => {
  await using board = await Noticeboard.open();
  const { room } = board;
  await room.deadlines.set(editor, path, '2026-06-02');
  expect(await remindedAt(board, '2026-06-03T00:00:00Z')).toEqual(['maria: overdue']);
  await room.deadlines.set(editor, path, '2026-06-04');
  expect(await remindedAt(board, '2026-06-03T01:00:00Z')).toEqual(['maria: due_soon']);
  await room.deadlines.set(editor, path, null);
  expect(await remindedAt(board, '2026-06-06T00:00:00Z')).toEqual([]);
  await room.deadlines.set(editor, path, '2026-06-05');
  await publish(room);
  expect(await remindedAt(board, '2026-06-07T00:00:00Z')).toEqual([]);
});

test('ADD-CAL-2: a deadline changes neither revision, status nor approval, and stays when the document is renamed or restored', async () => {
  await using board = await Noticeboard.open();
  const { room } = board;
  const before = await indexedIn(room);
  await room.deadlines.set(editor, path, '2026-06-10');
  expect(await indexedIn(room)).toEqual(before);
  const trashed = await room.trash.delete(editor, { path });
  const { entries } = await room.deadlines.calendar(editor, {
    from: '2026-06-01',
    to: '2026-06-30',
  });
  expect(entries).toEqual([]);
  await room.trash.restore(editor, trashed);
  expect(await room.deadlines.find(editor, path)).toMatchObject({
    dueOn: '2026-06-10',
    setBy: editor.username,
  });
});
