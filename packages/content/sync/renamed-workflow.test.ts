import { describe, expect, test } from 'vitest';
import { tamper } from '@galley/testing';
import { examined, publishedRoom, summarizeFindings, verified } from '../verification/fixtures.ts';
import {
  approvedRoom,
  ask,
  assign,
  decide,
  enforced,
  maria,
  path,
  publish,
  remi,
  roomWithDraft,
  rosa,
} from '../workflow/editorial.fixtures.ts';
import { editor, type Newsroom } from '../workflow/newsroom.fixtures.ts';
import { move } from './renames.fixtures.ts';

const renamed = 'posts/printing/black-ink.md';

async function renameInk(room: Newsroom): Promise<void> {
  await move(room, path, renamed);
  await room.indexer.indexPaths([path, renamed]);
}

async function inkOf(room: Newsroom) {
  return (await room.service.get(editor, renamed)).indexed;
}

async function expectSound(room: Newsroom): Promise<void> {
  const found = [...(await verified(room)), ...(await examined(room))];
  expect(found.filter(({ severity }) => severity !== 'notice')).toEqual([]);
}

describe('a document renamed on disk', () => {
  test('keeps owner, assignee, reviewer, edit lock and draft backups', async () => {
    await using room = await roomWithDraft();
    await assign(room, { assignee: 'jan', reviewer: 'rosa' });
    const user = { username: 'maria', name: 'Maria', email: '', role: 'author' };
    const created = { ...user, created_at: new Date(0) };
    await room.database.db.insertInto('users').values(created).execute();
    const { token } = await room.editLocks.lock(maria, { path });
    const copy = { content: 'Unsaved.\n', frontmatter: null };
    const { revision } = (await room.service.get(editor, path)).indexed;
    await room.workingCopies.store(maria, { path, baseRevision: revision, ...copy });
    await renameInk(room);
    const { editorial, metadata } = await inkOf(room);
    expect([metadata.author, editorial.assignee, editorial.reviewer]).toEqual([
      'maria',
      'jan',
      'rosa',
    ]);
    expect(await room.workingCopies.find(maria, { path: renamed })).toMatchObject({
      content: copy.content,
    });
    const save = { path: renamed, content: 'Saved.\n' };
    await expect(room.service.save(editor, save)).rejects.toMatchObject({
      code: 'document_locked',
    });
    await room.service.save(maria, { ...save, lockToken: token });
    await expectSound(room);
  });

  test('is published at its time', async () => {
    await using room = await roomWithDraft();
    const due = new Date(room.clock.now().getTime() + 60_000).toISOString();
    await room.editorial.changeStatus(editor, {
      path,
      status: 'scheduled',
      scheduledPublishAt: due,
    });
    await renameInk(room);
    expect((await inkOf(room)).status).toBe('scheduled');
    room.clock.advance(61_000);
    await room.schedule.runDue();
    expect(await room.titlesInPublic()).toEqual(['Ink']);
    expect((await inkOf(room)).status).toBe('published');
  });

  test('redirects from its former address', async () => {
    await using room = await roomWithDraft();
    await publish(room);
    const before = (await inkAt(room, path)).publishedAt;
    await renameInk(room);
    const { url } = (await room.published.list({ page: 1, pageSize: 1 })).items[0]!;
    expect(url).toBe('/posts/printing/black-ink/');
    expect(await room.published.findMoved('/posts/ink/')).toBe(url);
    expect((await inkOf(room)).publishedAt).toEqual(before);
  });
});

async function inkAt(room: Newsroom, at: string) {
  return (await room.service.get(editor, at)).indexed;
}

describe('with approval required, a rename on disk', () => {
  test('GAP-ED-5: keeps an approved document public, and its receipts valid', async () => {
    await using room = await publishedRoom(enforced);
    await renameInk(room);
    const ink = await inkOf(room);
    expect([ink.status, ink.publicHash === ink.headHash]).toEqual(['published', true]);
    expect(await room.titlesInPublic()).toEqual(['Ink']);
    await expectSound(room);
    await room.service.save(maria, { path: renamed, content: 'Blackest.\n' });
    await room.editorial.changeStatus(maria, { path: renamed, status: 'in_review' });
    const { revision: expectedRevision } = await inkOf(room);
    const approve = { path: renamed, action: 'approve', expectedRevision } as const;
    await room.editorial.act(remi, approve);
    await room.editorial.changeStatus(editor, { path: renamed, status: 'published' });
    expect(await room.service.history(editor, renamed)).toHaveLength(13);
    await expectSound(room);
  });

  test('GAP-ED-5: keeps the public revision of a document with a newer draft', async () => {
    await using room = await publishedRoom(enforced);
    await room.service.save(maria, { path, content: 'Not approved.\n' });
    const copy = await room.read(`.published/${path}`);
    await renameInk(room);
    expect((await inkOf(room)).status).toBe('draft');
    const [open] = (await room.published.list({ page: 1, pageSize: 9 })).items;
    expect(open).toMatchObject({ title: 'Ink', url: '/posts/printing/black-ink/' });
    expect(await room.read(`.published/${renamed}`)).toBe(copy);
    await expect(room.read(`.published/${path}`)).rejects.toThrow('ENOENT');
    await expectSound(room);
  });

  test('GAP-ED-6: keeps an approval, so that the document can be published', async () => {
    await using room = await approvedRoom(enforced);
    await renameInk(room);
    expect((await inkOf(room)).status).toBe('in_review');
    await room.editorial.changeStatus(editor, { path: renamed, status: 'published' });
    await expectSound(room);
  });

  test('GAP-ED-6: publishes nothing, whatever the file says', async () => {
    await using room = await roomWithDraft(enforced);
    await room.write(
      path,
      (await room.read(path)).replace('workflow: draft', 'workflow: published'),
    );
    await room.indexer.scan();
    await renameInk(room);
    expect([await room.titlesInPublic(), (await inkOf(room)).status]).toEqual([[], 'draft']);
  });
});

test('a changed former path is found by the verification', async () => {
  await using room = await roomWithDraft();
  await ask(room);
  await decide(room, rosa, 'approve');
  await renameInk(room);
  expect(summarizeFindings(await verified(room))).toEqual([]);
  for (const forged of [`'posts/paper.md'`, 'null']) {
    await tamper(
      room.database.db,
      `update document_history set renamed_from = ${forged} where message like 'Renamed%'`,
    );
    expect(
      summarizeFindings(await verified(room)).filter((one) => one.startsWith('history')),
    ).toEqual([1, 2, 3].map((seq) => `history ${renamed} ${seq}`));
  }
});
