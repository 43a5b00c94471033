import { describe, expect, test } from 'vitest';
import { editor, Newsroom } from './newsroom.fixtures.ts';
import {
  approvedRoom,
  ask,
  assign,
  decide,
  enforced,
  indexedIn,
  maria,
  path,
  publish,
  remi,
  reviewer,
  rosa,
  roomWithDraft,
  writingRemi,
} from './editorial.fixtures.ts';

describe('a review', () => {
  test('CMS-ST-2: can be requested by a save, which records the note', async () => {
    await using room = await roomWithDraft();
    const frontmatter = { title: 'Ink', workflow: 'in_review' };
    const save = { path, content: 'Blacker.\n', frontmatter, message: 'Please look' };
    const document = await room.service.save(maria, save);
    expect(document.indexed.status).toBe('in_review');
    const { events } = (await room.service.withDetails(maria, document)).details;
    const { revision } = document.indexed;
    expect(events).toMatchObject([
      { action: 'request_review', actor: 'maria', revision, note: 'Please look' },
    ]);
  });

  test('CMS-ST-2: can be requested when creating the document', async () => {
    await using room = await Newsroom.open();
    const frontmatter = { workflow: 'in_review' };
    const draft = { type: 'post', lang: 'en', title: 'Ink', content: '', frontmatter };
    const document = await room.service.create(maria, draft);
    expect(document.indexed.status).toBe('in_review');
    const { events } = (await room.service.withDetails(maria, document)).details;
    expect(events).toMatchObject([{ action: 'request_review', actor: 'maria' }]);
    expect(await room.read(path)).toContain('action: request_review');
  });

  test('CMS-ST-3, CMS-EVT-2, CMS-EVT-3, GAP-ED-1: ends with an approval that records who, when, what and why', async () => {
    await using room = await roomWithDraft();
    await ask(room);
    room.clock.advance(60_000);
    const before = await indexedIn(room);
    const state = await room.editorial.act(rosa, {
      path,
      action: 'approve',
      expectedRevision: before.revision,
      note: 'Fine: "as it is"',
    });
    const at = room.clock.now();
    const { indexed, current } = state.document;
    expect(indexed).toMatchObject({
      status: 'in_review',
      revision: before.revision,
      editorial: { approval: { by: 'rosa', at, revision: before.revision } },
      metadata: { lastEditor: 'maria', updatedAt: before.metadata.updatedAt },
    });
    expect(state.events).toMatchObject([
      { action: 'approve', actor: 'rosa', at, revision: before.revision, note: 'Fine: "as it is"' },
      { action: 'request_review', actor: 'maria' },
    ]);
    expect(current.values['editorial']).toEqual({
      approved_by: 'rosa',
      approved_at: at.toISOString(),
      approved_revision: before.revision,
      events: [
        expect.objectContaining({ action: 'request_review', actor: 'maria' }),
        {
          id: state.events[0]!.id,
          action: 'approve',
          actor: 'rosa',
          at: at.toISOString(),
          revision: before.revision,
          note: 'Fine: "as it is"',
        },
      ],
    });
    const [entry] = await room.service.history(editor, path);
    expect(entry).toMatchObject({ kind: 'editorial', author: 'rosa', status: 'in_review', at });
  });

  test('CMS-ST-4, GAP-ED-2: with requested changes returns to draft and records the note in the event', async () => {
    await using room = await approvedRoom();
    const { revision } = await indexedIn(room);
    const input = { path, action: 'request_changes', expectedRevision: revision } as const;
    const state = await room.editorial.act(remi, { ...input, note: 'Too black' });
    expect(state.document.indexed).toMatchObject({
      status: 'draft',
      editorial: { approval: null },
    });
    expect(state.events[0]).toMatchObject({ action: 'request_changes', note: 'Too black' });
    expect(await room.read(path)).toMatch(/workflow: draft[^]*note: Too black/);
  });

  test('changes only server keys in the file', async () => {
    await using room = await roomWithDraft();
    const text = '---\n# mine\ntitle:   "Ink"\r\ntags: [a,  b]\n---\nBlack.';
    await room.service.save(maria, { path, content: text });
    const before = await room.read(path);
    await ask(room);
    await decide(room, rosa, 'approve');
    const after = await room.read(path);
    const without = after.replace(/editorial:\n( .*\n)+/, '').replace('in_review', 'draft');
    expect(without).toBe(before);
  });

  test('CMS-AUTH-17, CMS-AUTH-19: excludes the owner, the assignee and the last editor, including administrators', async () => {
    await using room = await roomWithDraft();
    await assign(room, { assignee: 'jan' });
    await room.service.save(writingRemi, { path, content: 'Edited.\n' });
    await ask(room);
    for (const username of ['maria', 'jan', 'remi']) {
      const admin = { ...editor, username };
      for (const action of ['approve', 'request_changes'] as const) {
        await expect(decide(room, admin, action)).rejects.toMatchObject({
          code: 'not_independent',
        });
      }
    }
    expect((await indexedIn(room)).status).toBe('in_review');
  });

  test('CMS-AUTH-19: excludes the last editor after formatting changes, even if others moved the document since', async () => {
    await using room = await roomWithDraft();
    await room.service.save(writingRemi, { path, content: 'By remi.\n' });
    await ask(room);
    await assign(room, { owner: 'jan', reviewer: 'remi' });
    await expect(decide(room, remi, 'approve')).rejects.toMatchObject({ code: 'not_independent' });
  });

  test('CMS-AUTH-19, ADD-IND-2: after an edit on disk excludes the previous editor and the one named in the file', async () => {
    await using room = await roomWithDraft('editorial:\n  independence: last_editor\n');
    await room.service.save(writingRemi, { path, content: 'By remi.\n' });
    await ask(room);
    const text = (await room.read(path)).replace('By remi.', 'By hand.');
    await room.write(path, text.replace('last_editor: remi', 'last_editor: rosa'));
    for (const person of [remi, rosa]) {
      await expect(decide(room, person, 'approve')).rejects.toMatchObject({
        code: 'not_independent',
      });
    }
    const state = await decide(room, reviewer('ruth'), 'approve');
    expect(state.document.indexed.editorial.approval?.by).toBe('ruth');
  });

  test('CMS-AUTH-19: is limited to the assigned reviewer', async () => {
    await using room = await roomWithDraft();
    await assign(room, { reviewer: 'rosa' });
    await ask(room);
    await expect(decide(room, remi, 'approve')).rejects.toMatchObject({
      code: 'not_assigned_reviewer',
    });
    await decide(room, rosa, 'approve');
    expect((await indexedIn(room)).editorial.approval?.by).toBe('rosa');
  });

  test('GAP-ED-7: ignores the edit lock of another user', async () => {
    await using room = await roomWithDraft();
    await ask(room);
    await room.editLocks.lock(maria, { path });
    await decide(room, rosa, 'approve');
    expect((await indexedIn(room)).editorial.approval?.by).toBe('rosa');
  });

  test('of an unreadable file is rejected with the line', async () => {
    await using room = await roomWithDraft();
    await ask(room);
    const broken = '---\ntitle: [Ink\n---\nBlack.\n';
    await room.write(path, broken);
    await expect(decide(room, rosa, 'approve')).rejects.toMatchObject({
      code: 'frontmatter_broken',
    });
    expect(await room.read(path)).toBe(broken);
  });
});

describe('an approval', () => {
  test('CMS-ST-8: ends with new text, which makes a draft', async () => {
    await using room = await approvedRoom();
    const { indexed } = await room.service.save(maria, { path, content: 'Newer.\n' });
    expect(indexed).toMatchObject({ status: 'draft', editorial: { approval: null } });
    expect(await room.read(path)).not.toContain('approved_by');
    expect(await room.read(path)).toContain('action: approve');
  });

  test('GAP-DOC-8: before an approval, new text stays in review', async () => {
    await using room = await roomWithDraft();
    await ask(room);
    const before = await indexedIn(room);
    const { indexed } = await room.service.save(maria, { path, content: 'Newer.\n' });
    expect(indexed.status).toBe('in_review');
    const stale = room.editorial.act(rosa, {
      path,
      action: 'approve',
      expectedRevision: before.revision,
    });
    await expect(stale).rejects.toMatchObject({
      code: 'stale_revision',
      details: { current_revision: indexed.revision },
    });
    await decide(room, rosa, 'approve');
    expect((await indexedIn(room)).editorial.approval?.revision).toBe(indexed.revision);
  });

  test('survives changes in the spelling of the frontmatter', async () => {
    await using room = await approvedRoom();
    const { text } = (await room.service.get(editor, path)).current;
    await room.service.save(maria, { path, content: text!.replace('title: Ink', 'title:  "Ink"') });
    const { status, editorial } = await indexedIn(room);
    expect([status, editorial.approval?.by]).toEqual(['in_review', 'rosa']);
  });

  test('GAP-DOC-12: ends with an edit of the text on disk, and survives a touched file', async () => {
    await using room = await approvedRoom();
    await room.write(path, (await room.read(path)).replace('title: Ink', 'title: Ink # mine'));
    expect((await indexedIn(room)).editorial.approval?.by).toBe('rosa');
    await room.write(path, (await room.read(path)).replace('Black.', 'By hand.'));
    expect(await indexedIn(room)).toMatchObject({
      status: 'draft',
      editorial: { approval: null },
    });
  });

  test('CMS-ST-5: of the current revision allows publishing, others do not', async () => {
    await using room = await roomWithDraft(enforced);
    await expect(publish(room)).rejects.toMatchObject({ code: 'approval_required' });
    await ask(room);
    await expect(publish(room)).rejects.toMatchObject({ code: 'approval_required' });
    await decide(room, rosa, 'approve');
    await expect(publish(room, maria)).rejects.toMatchObject({ code: 'forbidden' });
    const { indexed } = await publish(room);
    expect(indexed).toMatchObject({ status: 'published', editorial: { approval: { by: 'rosa' } } });
    expect(await room.titlesInPublic()).toEqual(['Ink']);
    const entries = await room.service.history(editor, path);
    expect(entries.map(({ kind }) => kind)).toEqual(['status', 'editorial', 'status', 'save']);
  });

  test('GAP-ED-3: ends with archiving, after which publishing requires a new one', async () => {
    await using room = await approvedRoom(enforced);
    await publish(room);
    await room.editorial.changeStatus(editor, { path, status: 'archived' });
    expect(await room.titlesInPublic()).toEqual([]);
    await expect(publish(room)).rejects.toMatchObject({ code: 'approval_required' });
    await expect(ask(room)).rejects.toMatchObject({ code: 'forbidden' });
    await ask(room, editor);
    expect((await indexedIn(room)).status).toBe('in_review');
  });

  test('ends when the document returns to draft', async () => {
    await using room = await approvedRoom(enforced);
    await room.editorial.changeStatus(maria, { path, status: 'draft' });
    await expect(publish(room)).rejects.toMatchObject({ code: 'approval_required' });
  });
});
