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
import { maxRecipients } from './recipients.ts';

const tomorrow = '2026-06-02T10:00:00Z';
const day = 86_400_000;

async function miss(board: Noticeboard): Promise<void> {
  const { room } = board;
  const times = { scheduledPublishAt: tomorrow };
  await room.editorial.changeStatus(editor, { path, status: 'scheduled', ...times });
  await board.catchUp();
  await room.write(path, '---\ntitle: [\n---\n');
  room.clock.advance(2 * day);
  await room.schedule.runDue();
}

test('ADD-IND-3: the first of two approvals notifies the other possible reviewers, including the owner', async () => {
  await using board = await Noticeboard.open(enforced);
  const { room } = board;
  await assign(room, { owner: 'remi' });
  room.people.set('remi', writingRemi);
  await room.service.save(writingRemi, { path, content: "Remi's.\n" });
  await room.service.save(editor, { path, content: "Edith's.\n" });
  await ask(room, editor);
  const told = await board.describeNotifications(() => decide(room, editor, 'approve'));
  expect(told).toEqual(['remi: review_requested', 'rosa: review_requested']);
  expect(await board.describeNotifications(() => decide(room, writingRemi, 'approve'))).toEqual([
    'edith: approved',
  ]);
});

describe('a review request', () => {
  test('notifies every independent reviewer except the requester', async () => {
    await using board = await Noticeboard.open();
    const told = await board.describeNotifications(() => ask(board.room));
    expect(told).toEqual([
      'edith: review_requested',
      'remi: review_requested',
      'rosa: review_requested',
    ]);
  });

  test('does not notify the owner or the assignee, even if they may review', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await assign(room, { owner: 'rosa', assignee: 'remi' });
    const told = await board.describeNotifications(() => ask(room, rosa));
    expect(told).toEqual(['edith: review_requested']);
  });

  test('ADD-SSO-10: does not notify another account of the owner', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await assign(room, { owner: 'rosa' });
    await room.database.db
      .insertInto('shared_accounts')
      .values(['rosa', 'remi'].map((username) => ({ username, person: 'r' })))
      .execute();
    const told = await board.describeNotifications(() => ask(room, rosa));
    expect(told).toEqual(['edith: review_requested']);
  });

  test('notifies only the assigned reviewer, and no one if that user was deleted', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await assign(room, { reviewer: 'rosa' });
    expect(await board.describeNotifications(() => ask(room))).toEqual(['rosa: review_requested']);
    room.people.delete('rosa');
    await room.editorial.changeStatus(maria, { path, status: 'draft' });
    expect(await board.describeNotifications(() => ask(room))).toEqual([]);
  });

  test('notifies only the requested user, unless another reviewer is assigned', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    const askOf = (name: string) =>
      room.editorial.changeStatus(maria, { path, status: 'in_review', ask: name });
    expect(await board.describeNotifications(() => askOf('rosa'))).toEqual([
      'rosa: review_requested',
    ]);
    expect(await board.describeNotifications(() => askOf('remi'))).toEqual([
      'remi: review_requested',
    ]);
    await assign(room, { reviewer: 'rosa' });
    await expect(askOf('remi')).rejects.toMatchObject({ code: 'invalid_assignee' });
    expect(await board.describeNotifications(() => askOf('rosa'))).toEqual([
      'rosa: review_requested',
    ]);
  });

  test('does not notify users who may review only their own documents or may not read', async () => {
    await using board = await Noticeboard.open();
    const with_ = (username: string, ...grants: string[]) => ({
      ...author(username),
      grants: new Set(grants),
    });
    await board.add(
      with_('ona', 'documents.read', 'documents.review.own'),
      with_('bo', 'documents.review', 'documents.read.own'),
    );
    const told = await board.describeNotifications(() => ask(board.room));
    expect(told.filter((one) => /^(ona|bo):/.test(one))).toEqual([]);
    expect(told).toHaveLength(3);
  });

  test('notifies a limited number of users, by user name', async () => {
    await using board = await Noticeboard.open();
    const crowd = Array.from({ length: maxRecipients }, (_, number) =>
      reviewer(`a${String(number).padStart(3, '0')}`),
    );
    await board.add(...crowd);
    const told = await board.describeNotifications(() => ask(board.room));
    expect(told).toHaveLength(maxRecipients);
    expect(told.at(-1)).toBe('a199: review_requested');
  });
});

describe('an assignment', () => {
  test('notifies each newly assigned user once, but not the one who assigned', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    const all = () => assign(room, { owner: 'jan', assignee: 'jan', reviewer: 'rosa' });
    expect(await board.describeNotifications(all)).toEqual(['jan: assigned', 'rosa: assigned']);
    expect(await board.describeNotifications(() => assign(room, { assignee: 'edith' }))).toEqual(
      [],
    );
    expect(
      await board.describeNotifications(() => assign(room, { assignee: '', reviewer: '' })),
    ).toEqual([]);
  });

  test('notifies the user who takes over all documents of another (GAP-SET-3)', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    const told = await board.describeNotifications(() =>
      room.ownership.transfer(editor, 'maria', 'jan'),
    );
    expect(told).toEqual(['jan: assigned']);
  });

  test('of a public document creates no publication notification', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await publish(room);
    const told = await board.describeNotifications(() => assign(room, { owner: 'jan' }));
    expect(told).toEqual(['jan: assigned']);
  });
});

describe('a decision', () => {
  test.each([
    ['approve', 'approved'],
    ['request_changes', 'changes_requested'],
  ] as const)(
    'notifies the owner, the assignee and the last requester: %s',
    async (action, type) => {
      await using board = await Noticeboard.open();
      const { room } = board;
      await assign(room, { assignee: 'jan' });
      await ask(room, maria);
      await room.editorial.changeStatus(maria, { path, status: 'draft' });
      await ask(room, editor);
      const told = await board.describeNotifications(() => decide(room, rosa, action));
      expect(told).toEqual([`edith: ${type}`, `jan: ${type}`, `maria: ${type}`]);
    },
  );

  test('to approve also notifies the people who may publish, once and only when nothing is missing', async () => {
    await using board = await Noticeboard.open(enforced);
    const publisher = { ...editor, username: 'pia', name: 'Pia' };
    await board.add(publisher);
    await ask(board.room);
    const told = await board.describeNotifications(() => decide(board.room, rosa, 'approve'));
    expect(told).toEqual(['edith: approved', 'maria: approved', 'pia: approved']);
  });

  test('includes the note and the revision', async () => {
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
  test('notifies the owner and the assignee when another user publishes', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await assign(room, { owner: 'edith', assignee: 'jan' });
    expect(await board.describeNotifications(() => publish(room))).toEqual(['jan: published']);
  });

  test('notifies them of a scheduled publication', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    const times = { scheduledPublishAt: tomorrow };
    await room.editorial.changeStatus(editor, { path, status: 'scheduled', ...times });
    room.clock.advance(2 * day);
    expect(await board.describeNotifications(() => room.schedule.runDue())).toEqual([
      'maria: published',
    ]);
    expect(await board.listOf(maria)).toMatchObject([{ actor: 'galley' }]);
  });

  test('creates no notification for an edit on disk', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await publish(room);
    const text = (await room.read(path)).replace('Black.', 'Blacker.');
    const edit = async () => {
      await room.write(path, text);
      await room.indexer.scan();
    };
    expect(await board.describeNotifications(edit)).toEqual([]);
    expect((await indexedIn(room)).status).toBe('published');
  });
});

describe('a missed schedule', () => {
  test('notifies the owner and the scheduler with the reason', async () => {
    await using board = await Noticeboard.open();
    const everybody = await board.describeNotifications(() => miss(board));
    expect(everybody).toEqual(['edith: schedule_missed', 'maria: schedule_missed']);
    const [told] = await board.listOf(maria);
    expect(told!.note).toMatch(/^Not published as scheduled: its file cannot be read: .*\.$/);
  });

  test('notifies all publishers when the owner is unknown', async () => {
    await using board = await Noticeboard.open();
    const publisher = { ...rosa, username: 'paula' };
    const grants = new Set(['documents.read', 'documents.publish']);
    await board.add({ ...publisher, grants });
    board.room.people.delete('maria');
    const told = await board.describeNotifications(() => miss(board));
    expect(told).toEqual(['edith: schedule_missed', 'paula: schedule_missed']);
  });
});

describe('all notifications', () => {
  test('exclude users who cannot read the document at that time', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await assign(room, { assignee: 'jan' });
    await assign(room, { assignee: '' });
    await ask(room);
    await room.trash.delete(editor, { path });
    await board.catchUp();
    expect(await board.rows()).toEqual([]);
  });

  test('are created once per user, even if events are handled twice', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await ask(room);
    await decide(room, rosa, 'approve');
    await board.catchUp();
    const told = await board.rows();
    await room.database.db.updateTable('event_cursors').set({ read_id: 0 }).execute();
    await board.catchUp();
    expect(await board.rows()).toEqual(told);
  });

  test('load the audience a constant number of times for any number of events', async () => {
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

  test('keep the order of events of a document', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await ask(room);
    await decide(room, rosa, 'approve');
    await publish(room);
    await board.catchUp();
    expect(await board.typesOf(maria)).toEqual(['published', 'approved']);
  });

  test('are deleted with the user', async () => {
    await using board = await Noticeboard.open();
    const { room } = board;
    await ask(room);
    await board.catchUp();
    await room.database.db.deleteFrom('users').where('username', '=', 'rosa').execute();
    const names = (await board.rows()).map(({ username }) => username);
    expect(names.toSorted()).toEqual(['edith', 'remi']);
  });
});
