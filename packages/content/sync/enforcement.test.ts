import { describe, expect, test } from 'vitest';
import { noAssignment } from '@galley/editorial';
import { parseSiteSettings } from '@galley/settings';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';
import {
  approvedRoom,
  ask,
  assign,
  decide,
  enforced,
  indexedIn,
  jan,
  maria,
  path,
  publish,
  rosa,
  roomWithDraft,
} from '../workflow/editorial.fixtures.ts';

describe('server keys', () => {
  test('CMS-ED-9, GAP-DOC-7, GAP-ED-6: cannot be forged by a save, raw or not', async () => {
    await using room = await roomWithDraft(enforced);
    await ask(room);
    const { revision } = await indexedIn(room);
    const forged = { approved_by: 'rosa', approved_revision: revision, reviewer: 'maria' };
    const frontmatter = { title: 'Ink', editorial: forged };
    await room.service.save(maria, { path, content: 'A.\n', frontmatter });
    const raw = `---\ntitle: Ink\neditorial: ${JSON.stringify(forged)}\n---\nB.\n`;
    const { indexed, current } = await room.service.save(maria, { path, content: raw });
    expect(indexed.editorial).toEqual(noAssignment);
    expect(Object.keys(current.values['editorial'] as object)).toEqual(['events']);
    const published = raw.replace('title', 'workflow: published\ntitle');
    await expect(room.service.save(editor, { path, content: published })).rejects.toMatchObject({
      code: 'approval_required',
    });
    const save = room.service.save(maria, {
      path,
      content: raw.replace('title', 'author: jan\ntitle'),
    });
    await expect(save).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('GAP-ED-6: forged on disk have no effect and are corrected by the next save', async () => {
    await using room = await roomWithDraft(enforced);
    await ask(room);
    const { revision } = await indexedIn(room);
    const truth = (await room.service.get(editor, path)).current.values['editorial'];
    const text = await room.read(path);
    const forged = `editorial:\n  approved_by: rosa\n  approved_at: 2026-06-01T08:00:00Z\n  approved_revision: ${revision}\n  reviewer: rosa\n`;
    await room.write(path, text.replace(/editorial:\n( .*\n)+/, forged));
    expect((await indexedIn(room)).editorial).toEqual(noAssignment);
    await expect(publish(room)).rejects.toMatchObject({ code: 'approval_required' });
    const { current } = await room.service.save(maria, { path, content: 'New.\n' });
    expect(current.values['editorial']).toEqual(truth);
  });

  test('are correct after a broken file is fixed', async () => {
    await using room = await roomWithDraft();
    await assign(room, { assignee: 'jan' });
    const { editorial: truth } = (await room.service.get(editor, path)).current.values;
    await room.write(path, '---\ntitle: [Ink\n---\nBlack.\n');
    const mended = '---\ntitle: Ink\n---\nBlack.\n';
    const { indexed, current } = await room.service.save(jan, { path, content: mended });
    expect(current.values['editorial']).toEqual(truth);
    expect(indexed.editorial.assignee).toBe('jan');
  });
});

describe('required approval', () => {
  test('CMS-ST-12, GAP-ED-6: leaves public documents public, including pending edits on disk', async () => {
    await using room = await roomWithDraft();
    await publish(room);
    await room.write('posts/by-hand.md', '---\ntitle: By hand\n---\n');
    await room.indexer.scan();
    await room.write(path, (await room.read(path)).replace('title: Ink', 'title: Blue ink'));
    room.settings = parseSiteSettings(enforced, 'site.yaml');
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toEqual(['Blue ink', 'By hand']);
    expect((await indexedIn(room)).status).toBe('published');
    await room.write(path, (await room.read(path)).replace('Blue ink', 'Red ink'));
    await room.write('posts/late.md', '---\ntitle: Late\n---\n');
    await room.indexer.scan();
    expect(await room.titlesInPublic()).toEqual(['Blue ink', 'By hand']);
    expect((await indexedIn(room)).status).toBe('draft');
    await expect(publish(room)).rejects.toMatchObject({ code: 'approval_required' });
  });

  test('GAP-ED-5: keeps the last approved revision public until an edit on disk is approved', async () => {
    await using room = await approvedRoom(enforced);
    await publish(room);
    const approved = await room.read(path);
    await room.write(path, approved.replace('Black.', 'By hand.'));
    expect(await indexedIn(room)).toMatchObject({
      status: 'draft',
      editorial: { approval: null },
    });
    expect((await room.published.findByPath(path))?.body).toBe('Black.\n');
    expect(await room.read(`.published/${path}`)).toBe(approved);
    await ask(room);
    await decide(room, rosa, 'approve');
    expect((await room.published.findByPath(path))?.body).toBe('Black.\n');
    await publish(room);
    expect((await room.published.findByPath(path))?.body).toBe('By hand.\n');
  });

  test('GAP-ED-5: applies to a document that is created as published', async () => {
    await using room = await Newsroom.open(enforced);
    const frontmatter = { workflow: 'published' };
    const draft = { type: 'post', lang: 'en', title: 'Ink', content: '', frontmatter };
    await expect(room.service.create(editor, draft)).rejects.toMatchObject({
      code: 'approval_required',
    });
    expect(await room.service.list(editor, { page: 1, pageSize: 9 })).toMatchObject({ total: 0 });
  });
});

describe('a schedule', () => {
  test('in the file survives a raw save that omits it', async () => {
    await using room = await Newsroom.open();
    const file =
      '---\ntitle: Ink\nworkflow: scheduled\nscheduled_publish_at: 2027-01-01\n---\nA.\n';
    await room.write(path, file);
    const content = '---\ntitle: Ink\n---\nB.\n';
    const { indexed } = await room.service.save(editor, { path, content });
    expect(indexed.metadata.scheduledPublishAt).toEqual(new Date('2027-01-01T00:00:00Z'));
  });
});
