import { describe, expect, test } from 'vitest';
import { DomainEventRepository } from '@galley/database';
import type { DomainEvent } from '@galley/kernel';
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
  roomWithDraft,
  rosa,
} from '../workflow/editorial.fixtures.ts';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';

function post(title: string, more = ''): string {
  return `---\ntitle: ${title}\n${more}---\nText.\n`;
}

async function listEvents(room: Newsroom, skip = 0): Promise<DomainEvent[]> {
  return (await new DomainEventRepository(room.database.db).listAfter(0, 1_000)).slice(skip);
}

async function types(room: Newsroom, skip = 0): Promise<string[]> {
  return (await listEvents(room, skip)).map(({ type }) => type.replace('document.', ''));
}

async function eventsOf(room: Newsroom, step: () => Promise<unknown>): Promise<DomainEvent[]> {
  const { length } = await listEvents(room);
  await step();
  return listEvents(room, length);
}

async function typesOf(room: Newsroom, step: () => Promise<unknown>): Promise<string[]> {
  return (await eventsOf(room, step)).map(({ type }) => type.replace('document.', ''));
}

async function indexedRoom(files: Record<string, string> = {}, site?: string): Promise<Newsroom> {
  const room = await Newsroom.open(site);
  for (const [name, text] of Object.entries(files)) await room.write(name, text);
  await room.indexer.scan();
  return room;
}

const published = { title: 'Ink', workflow: 'published' };

describe('actions of users create events with the actor and the document', () => {
  test('creating a draft', async () => {
    await using room = await indexedRoom();
    const draft = { type: 'post', lang: 'en', title: 'Ink', content: 'Black.\n' };
    const { indexed } = await room.service.create(maria, draft);
    expect(await listEvents(room)).toEqual([
      {
        id: expect.any(Number) as number,
        type: 'document.created',
        at: room.clock.now(),
        actor: 'maria',
        subject: path,
        data: {
          document_id: indexed.documentId,
          id: 'en:post:ink',
          path,
          type: 'post',
          lang: 'en',
          title: 'Ink',
          owner: 'maria',
          revision: indexed.revision,
          hash: indexed.headHash,
          kind: 'save',
          status: 'draft',
        },
      },
    ]);
  });

  test('creating a public document', async () => {
    await using room = await indexedRoom();
    const input = { type: 'post', lang: 'en', title: 'Ink', content: 'Black.\n' };
    await room.service.create(editor, { ...input, frontmatter: published });
    expect(await types(room)).toEqual(['created', 'published']);
  });

  test('saving changed and unchanged text', async () => {
    await using room = await roomWithDraft();
    const save = () => room.service.save(maria, { path, content: 'Blacker.\n' });
    expect(await typesOf(room, save)).toEqual(['updated']);
    expect(await typesOf(room, save)).toEqual([]);
  });

  test('saving and publishing at once', async () => {
    await using room = await roomWithDraft();
    const save = () =>
      room.service.save(editor, { path, content: 'Blacker.\n', frontmatter: published });
    const events = await eventsOf(room, save);
    expect(events.map(({ type }) => type)).toEqual([
      'document.updated',
      'document.status_changed',
      'document.published',
    ]);
    expect(events[1]!.data).toMatchObject({ from: 'draft', to: 'published' });
    expect(events[2]!.data).toMatchObject({ renewed: false, status: 'published' });
    expect(new Set(events.map(({ data }) => data['hash'])).size).toBe(1);
  });

  test('publishing, editing a public document, and unpublishing', async () => {
    await using room = await roomWithDraft();
    expect(await typesOf(room, () => publish(room))).toEqual(['status_changed', 'published']);
    const edit = () => room.service.save(editor, { path, content: 'Second.\n' });
    expect(await typesOf(room, edit)).toEqual(['updated', 'status_changed']);
    const archive = () => room.editorial.changeStatus(editor, { path, status: 'archived' });
    expect(await typesOf(room, archive)).toEqual(['status_changed', 'unpublished']);
  });

  test('requesting a review and deciding (CMS-EVT-2)', async () => {
    await using room = await roomWithDraft();
    const request = () =>
      room.editorial.changeStatus(maria, { path, status: 'in_review', note: 'Please' });
    const requested = await eventsOf(room, request);
    expect(requested.map(({ type, actor }) => [type, actor])).toEqual([
      ['document.status_changed', 'maria'],
      ['document.review_requested', 'maria'],
    ]);
    expect(requested[1]!.data).toMatchObject({
      note: 'Please',
      editorial_event_id: expect.any(String) as string,
    });
    expect(await typesOf(room, () => decide(room, rosa, 'approve'))).toEqual(['approved']);
    const [changes] = (await eventsOf(room, () => decide(room, rosa, 'request_changes'))).slice(-1);
    expect(changes).toMatchObject({ type: 'document.changes_requested', actor: 'rosa' });
  });

  test('assigning, with the new roles', async () => {
    await using room = await roomWithDraft();
    const [assigned, ...more] = await eventsOf(room, () => assign(room, { assignee: 'jan' }));
    expect(assigned).toMatchObject({
      type: 'document.assigned',
      actor: 'edith',
      data: { details: { assignee: 'jan' }, owner: 'maria' },
    });
    expect(more).toEqual([]);
    const events = await typesOf(room, () => assign(room, { owner: 'jan', assignee: '' }));
    expect(events).toEqual(['updated', 'assigned']);
    expect(await typesOf(room, () => assign(room, { owner: 'jan' }))).toEqual([]);
  });

  test('changing the owner of a public document, without a publication event', async () => {
    await using room = await roomWithDraft();
    await publish(room);
    const events = await eventsOf(room, () => assign(room, { owner: 'jan' }));
    expect(events.map(({ type }) => type).slice(-1)).toEqual(['document.published']);
    expect(events.at(-1)!.data).toMatchObject({ renewed: true, owner: 'jan' });
  });

  test('transferring all documents of a user (GAP-SET-3)', async () => {
    await using room = await roomWithDraft();
    await assign(room, { assignee: 'maria' });
    const events = await eventsOf(room, () => room.ownership.transfer(editor, 'maria', 'jan'));
    expect(events.map(({ type }) => type)).toEqual(['document.updated', 'document.assigned']);
    expect(events[1]!.data).toMatchObject({
      details: { owner: 'jan', assignee: 'jan' },
      editorial_event_id: null,
    });
  });

  test('deleting and restoring, with the original path', async () => {
    await using room = await roomWithDraft();
    await publish(room);
    const [trashed, ...more] = await eventsOf(room, () => room.trash.delete(editor, { path }));
    expect(trashed).toMatchObject({ type: 'document.trashed', subject: path, actor: 'edith' });
    expect(more.map(({ type }) => type)).toEqual(['document.unpublished']);
    const restore = () => room.trash.restore(editor, path);
    expect(await typesOf(room, restore)).toEqual(['restored', 'status_changed']);
    expect(await typesOf(room, () => room.trash.delete(editor, { path }))).toEqual(['trashed']);
  });

  test('restoring an earlier snapshot', async () => {
    await using room = await roomWithDraft();
    const { headHash: hash } = await indexedIn(room);
    await room.service.save(maria, { path, content: 'Blacker.\n' });
    const restore = () => room.trash.restoreSnapshot(editor, { path, hash });
    expect(await typesOf(room, restore)).toEqual(['updated']);
  });
});

describe('changes on disk create events without a user', () => {
  test('an edit, a removed file, and a file that comes back', async () => {
    await using room = await indexedRoom({ 'posts/a.md': post('A') });
    await room.write('posts/a.md', post('A', 'summary: New\n'));
    const edited = await eventsOf(room, () => room.indexer.scan());
    expect(edited.map(({ type, actor }) => [type, actor])).toEqual([
      ['document.updated', 'external'],
      ['document.published', 'external'],
    ]);
    await room.remove('posts/a.md');
    expect(await typesOf(room, () => room.indexer.scan())).toEqual(['removed', 'unpublished']);
    await room.write('posts/a.md', post('A', 'draft: true\n'));
    const back = await typesOf(room, () => room.indexer.scan());
    expect(back).toEqual(['restored', 'status_changed']);
    expect(await typesOf(room, () => room.indexer.scan())).toEqual([]);
  });

  test('a file found after the first index, alone or among many', async () => {
    await using room = await indexedRoom();
    for (const name of ['a', 'b', 'c']) {
      await room.write(`posts/${name}.md`, post(name, name === 'a' ? 'draft: true\n' : ''));
    }
    await room.indexer.scan();
    const events = await listEvents(room);
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([
      ['document.created', 'posts/a.md'],
      ['document.created', 'posts/b.md'],
      ['document.published', 'posts/b.md'],
      ['document.created', 'posts/c.md'],
      ['document.published', 'posts/c.md'],
    ]);
    await room.write('posts/d.md', post('D', 'draft: true\n'));
    expect(await typesOf(room, () => room.indexer.indexPath('posts/d.md'))).toEqual(['created']);
  });

  test('a file with an earlier public text beside it', async () => {
    await using room = await indexedRoom();
    await room.write('posts/a.md', post('Newer', 'draft: true\n'));
    await room.write('.published/posts/a.md', post('Older'));
    await room.indexer.scan();
    expect(await types(room)).toEqual(['created', 'published', 'updated', 'status_changed']);
  });

  test('a file found by the first index after approval became required', async () => {
    await using room = await indexedRoom();
    room.settings = {
      ...room.settings,
      editorial: { requireApproval: true, independence: 'contributors', rooms: true },
    };
    await room.write('posts/a.md', post('A'));
    await room.indexer.scan();
    expect(await types(room)).toEqual(['created', 'published']);
  });
});

describe('no event is created', () => {
  test('for files found by the very first index', async () => {
    await using room = await Newsroom.open();
    await room.write('posts/a.md', post('A'));
    await room.write('posts/b.md', post('Newer', 'draft: true\n'));
    await room.write('.published/posts/b.md', post('Older'));
    await room.write('posts/broken.md', '---\ntitle: [\n---\n');
    expect(await room.indexer.scan()).toMatchObject({ documents: 3, failed: 0 });
    expect(await listEvents(room)).toEqual([]);
  });

  test('for rejected requests', async () => {
    await using room = await roomWithDraft(enforced);
    const { length } = await listEvents(room);
    await expect(publish(room)).rejects.toMatchObject({ code: 'approval_required' });
    await expect(ask(room, jan)).rejects.toMatchObject({ code: 'not_found' });
    const stale = { path, content: 'x\n', expectedRevision: 'another' };
    await expect(room.service.save(maria, stale)).rejects.toMatchObject({ code: 'stale_revision' });
    const draft = { type: 'post', lang: 'en', title: 'Ink', content: 'x\n' };
    await expect(room.service.create(maria, draft)).rejects.toMatchObject({
      code: 'already_exists',
    });
    expect(await listEvents(room, length)).toEqual([]);
  });

  test('for a failed transaction, or a change that another user made first', async () => {
    await using room = await roomWithDraft();
    const { length } = await listEvents(room);
    const { db } = room.database;
    const { indexed, current } = await room.service.get(editor, path);
    const change = {
      document: current,
      decision: { status: 'in_review', publication: 'keep', approval: 'clear' },
      kind: 'status',
      author: 'maria',
      onBehalfOf: [],
      message: '',
      at: room.clock.now(),
      file: null,
    } as const;
    const at = room.clock.now();
    const lock = { document_id: -1, holder: '', token: '', acquired_at: at, expires_at: at };
    const writes = [db.insertInto('document_locks').values(lock)];
    await expect(room.reconciler.commit(db, indexed, { ...change, writes })).rejects.toThrow(
      'document_locks',
    );
    const late = { ...indexed, headHash: 'of another time' };
    await expect(room.reconciler.commit(db, late, change)).rejects.toMatchObject({
      code: 'stale_revision',
    });
    expect(await listEvents(room, length)).toEqual([]);
    expect((await room.service.get(editor, path)).indexed.status).toBe('draft');
  });
});
