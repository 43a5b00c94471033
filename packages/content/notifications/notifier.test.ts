import { describe, expect, test } from 'vitest';
import {
  ask,
  assign,
  decide,
  enforced,
  indexedIn,
  jan,
  maria,
  path,
  publish,
  remi,
  reviewer,
  rosa,
  writingRemi,
} from '../workflow/editorial.fixtures.ts';
import { author, editor } from '../workflow/newsroom.fixtures.ts';
import { Noticeboard } from './fixtures.ts';
import { mostRecipients } from './recipients.ts';

const tomorrow = '2026-06-02T10:00:00Z';
const day = 86_400_000;

/** Schedules the draft and makes its execution fail at the due time. */
async function miss(board: Noticeboard): Promise<void> {
  const { room } = board;
  const times = { scheduledPublishAt: tomorrow };
  await room.editorial.changeStatus(editor, { path, status: 'scheduled', ...times });
  await board.catchUp();
  await room.write(path, '---\ntitle: [\n---\n');
  room.clock.advance(2 * day);
  await room.schedule.runDue();
}

test('ADD-IND-3: the first of two approvals asks the others who may review for the second, the owner among them', async () => {
  await using board = await Noticeboard.open(enforced);
  const { room } = board;
  await assign(room, { owner: 'remi' });
  room.people.set('remi', writingRemi);
  await room.service.save(writingRemi, { path, content: "Remi's.\n" });
  await room.service.save(editor, { path, content: "Edith's.\n" });
  await ask(room, editor);
  const told = await board.toldBy(() => decide(room, editor, 'approve'));
  expect(told).toEqual(['remi: review_requested', 'rosa: review_requested']);
  expect(await board.toldBy(() => decide(room, writingRemi, 'approve'))).toEqual([
    'edith: approved',
  ]);
});

describe('a review that is asked for', () => {
  test('is told to everybody who may decide and is independent, and not to who asked', async () => {
    await using board = await Noticeboard.open();
    const told = await board.toldBy(() => ask(board.room));
    expect(told).toEqual([
      'edith: review_requested',
      'remi: review_requested',
      'rosa: review_requested',
    ]);
  });

  test('is not told to the owner or the assignee, though they may review', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await assign(room, { owner: 'rosa', assignee: 'remi' });
    const told = await board.toldBy(() => ask(room, rosa));
    expect(told).toEqual(['edith: review_requested']);
  });

  test('is told to the assigned reviewer alone, and to nobody when they have gone', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await assign(room, { reviewer: 'rosa' });
    expect(await board.toldBy(() => ask(room))).toEqual(['rosa: review_requested']);
    room.people.delete('rosa');
    await room.editorial.changeStatus(maria, { path, status: 'draft' });
    expect(await board.toldBy(() => ask(room))).toEqual([]);
  });

  test('is told to who was asked by name alone, unless somebody else has to decide', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    const askOf = (name: string) =>
      room.editorial.changeStatus(maria, { path, status: 'in_review', ask: name });
    expect(await board.toldBy(() => askOf('rosa'))).toEqual(['rosa: review_requested']);
    expect(await board.toldBy(() => askOf('remi'))).toEqual(['remi: review_requested']);
    await assign(room, { reviewer: 'rosa' });
    await expect(askOf('remi')).rejects.toMatchObject({ code: 'invalid_assignee' });
    expect(await board.toldBy(() => askOf('rosa'))).toEqual(['rosa: review_requested']);
  });

  test('is not told to who may review their own alone, or may not read', async () => {
    await using board = await Noticeboard.open();
    const with_ = (username: string, ...grants: string[]) => ({
      ...author(username),
      grants: new Set(grants),
    });
    await board.add(
      with_('ona', 'documents.read', 'documents.review.own'),
      with_('bo', 'documents.review', 'documents.read.own'),
    );
    const told = await board.toldBy(() => ask(board.room));
    expect(told.filter((one) => /^(ona|bo):/.test(one))).toEqual([]);
    expect(told).toHaveLength(3);
  });

  test('is told to so many at most, by user name', async () => {
    await using board = await Noticeboard.open();
    const crowd = Array.from({ length: mostRecipients }, (_, number) =>
      reviewer(`a${String(number).padStart(3, '0')}`),
    );
    await board.add(...crowd);
    const told = await board.toldBy(() => ask(board.room));
    expect(told).toHaveLength(mostRecipients);
    expect(told.at(-1)).toBe('a199: review_requested');
  });
});

describe('an assignment', () => {
  test('is told to whoever has become something, once, and not to who assigned', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    const all = () => assign(room, { owner: 'jan', assignee: 'jan', reviewer: 'rosa' });
    expect(await board.toldBy(all)).toEqual(['jan: assigned', 'rosa: assigned']);
    expect(await board.toldBy(() => assign(room, { assignee: 'edith' }))).toEqual([]);
    expect(await board.toldBy(() => assign(room, { assignee: '', reviewer: '' }))).toEqual([]);
  });

  test('is told to who takes over everything that somebody had (GAP-SET-3)', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    const told = await board.toldBy(() => room.ownership.transfer(editor, 'maria', 'jan'));
    expect(told).toEqual(['jan: assigned']);
  });

  test('of what is public is not told as a publication', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await publish(room);
    const told = await board.toldBy(() => assign(room, { owner: 'jan' }));
    expect(told).toEqual(['jan: assigned']);
  });
});

describe('a decision', () => {
  test.each([
    ['approve', 'approved'],
    ['request_changes', 'changes_requested'],
  ] as const)('is told to owner, assignee and who asked last: %s', async (action, type) => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await assign(room, { assignee: 'jan' });
    await ask(room, maria);
    await room.editorial.changeStatus(maria, { path, status: 'draft' });
    await ask(room, editor);
    const told = await board.toldBy(() => decide(room, rosa, action));
    expect(told).toEqual([`edith: ${type}`, `jan: ${type}`, `maria: ${type}`]);
  });

  test('is told with what was written, and what it was about', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await ask(room);
    const { revision } = await indexedIn(room);
    const act = { path, action: 'request_changes', expectedRevision: revision } as const;
    await room.editorial.act(rosa, { ...act, note: 'Too black.' });
    await board.catchUp();
    expect(await board.listOf(maria)).toEqual([
      {
        id: expect.any(Number) as number,
        type: 'changes_requested',
        path,
        title: 'Ink',
        documentStatus: 'draft',
        actor: 'rosa',
        note: 'Too black.',
        revision,
        at: room.clock.now(),
        readAt: null,
      },
    ]);
  });
});

describe('a publication', () => {
  test('is told to owner and assignee, when it was somebody else’s', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await assign(room, { owner: 'edith', assignee: 'jan' });
    expect(await board.toldBy(() => publish(room))).toEqual(['jan: published']);
  });

  test('is told when it was the clock’s', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    const times = { scheduledPublishAt: tomorrow };
    await room.editorial.changeStatus(editor, { path, status: 'scheduled', ...times });
    room.clock.advance(2 * day);
    expect(await board.toldBy(() => room.schedule.runDue())).toEqual(['maria: published']);
    expect(await board.listOf(maria)).toMatchObject([{ actor: 'galley' }]);
  });

  test('is not told when somebody edited the file on disk', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await publish(room);
    const text = (await room.read(path)).replace('Black.', 'Blacker.');
    const edit = async () => {
      await room.write(path, text);
      await room.indexer.scan();
    };
    expect(await board.toldBy(edit)).toEqual([]);
    expect((await indexedIn(room)).status).toBe('published');
  });
});

describe('a time that was missed', () => {
  test('is told to the owner and to who scheduled it, with the reason', async () => {
    await using board = await Noticeboard.open();
    const everybody = await board.toldBy(() => miss(board));
    expect(everybody).toEqual(['edith: schedule_missed', 'maria: schedule_missed']);
    const [told] = await board.listOf(maria);
    expect(told!.note).toMatch(/^Not published at its time: its file cannot be read: .*\.$/);
  });

  test('is told to everybody who publishes when nobody knows the owner', async () => {
    await using board = await Noticeboard.open();
    const publisher = { ...rosa, username: 'paula' };
    const grants = new Set(['documents.read', 'documents.publish']);
    await board.add({ ...publisher, grants });
    board.room.people.delete('maria');
    const told = await board.toldBy(() => miss(board));
    expect(told).toEqual(['edith: schedule_missed', 'paula: schedule_missed']);
  });
});

describe('whatever happened', () => {
  test('nobody is told who may not read the document when it is told', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await assign(room, { assignee: 'jan' });
    await assign(room, { assignee: '' });
    await ask(room);
    await room.trash.delete(editor, { path });
    await board.catchUp();
    expect(await board.rows()).toEqual([]);
  });

  test('everybody is told once, however often the events are handled', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await ask(room);
    await decide(room, rosa, 'approve');
    await board.catchUp();
    const told = await board.rows();
    await room.database.db.updateTable('event_cursors').set({ last_id: 0 }).execute();
    await board.catchUp();
    expect(await board.rows()).toEqual(told);
  });

  test('who there is is asked a few times, however many events there are', async () => {
    await using board = await Noticeboard.open(enforced);
    const { room } = board;
    for (let round = 0; round < 10; round += 1) {
      await ask(room);
      await decide(room, round % 2 ? rosa : remi, 'request_changes');
      await assign(room, { assignee: round % 2 ? '' : 'jan' });
    }
    await board.catchUp();
    expect(board.asked).toBe(2);
    expect(await board.typesOf(jan)).toEqual([]);
    expect((await board.rows()).length).toBeGreaterThan(30);
  });

  test('of one document each person is told in the order in which it happened', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await ask(room);
    await decide(room, rosa, 'approve');
    await publish(room);
    await board.catchUp();
    expect(await board.typesOf(maria)).toEqual(['published', 'approved']);
  });

  test('who is deleted takes along what they were told', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await ask(room);
    await board.catchUp();
    await room.database.db.deleteFrom('users').where('username', '=', 'rosa').execute();
    const names = (await board.rows()).map(({ username }) => username);
    expect(names.toSorted()).toEqual(['edith', 'remi']);
  });
});
