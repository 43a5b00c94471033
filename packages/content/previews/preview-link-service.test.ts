import { newSecret, type Actor } from '@galley/kernel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { editor, jan, maria, path, PreviewRoom, reader } from './fixtures.ts';
import type { NewPreview } from './preview-link-service.ts';
import { signPreview } from './preview-token.ts';

const hour = 3_600_000;
const day = 24 * hour;

let desk: PreviewRoom;

beforeEach(async () => {
  desk = await PreviewRoom.open();
});

afterEach(() => desk[Symbol.asyncDispose]());

function issue(more: Partial<NewPreview> = {}, actor: Actor = maria) {
  return desk.links.issue(actor, { path, expiresInHours: 72, ...more });
}

async function tokenOf(more?: Partial<NewPreview>, actor?: Actor): Promise<string> {
  return (await issue(more, actor)).token;
}

async function previewText(token: string): Promise<string | undefined> {
  return (await desk.links.open(token))?.body;
}

function save(content: string, actor: Actor = maria) {
  return desk.room.service.save(actor, { path, content });
}

async function newestHash(): Promise<string> {
  return (await desk.room.service.history(editor, path))[0]!.hash;
}

describe('a preview link shows (GAP-DOC-15)', () => {
  test('the current document when it is opened', async () => {
    const token = await tokenOf();
    expect(await previewText(token)).toBe('Black.\n');
    await save('Blacker.\n');
    expect(await previewText(token)).toBe('Blacker.\n');
    await desk.room.write(path, '---\ntitle: Ink\nauthor: maria\nworkflow: draft\n---\nOn disk.\n');
    expect(await previewText(token)).toBe('On disk.\n');
  });

  test('the named snapshot, regardless of later changes', async () => {
    const hash = await newestHash();
    await save('Blacker.\n');
    const token = await tokenOf({ hash });
    expect(await previewText(token)).toBe('Black.\n');
    await save('Blackest.\n');
    const document = await desk.links.open(token);
    expect(document).toMatchObject({ body: 'Black.\n', title: 'Ink', hash });
  });

  test('the remaining text of an unreadable file under its last title', async () => {
    const token = await tokenOf();
    await desk.room.write(path, '---\ntitle: "Soot\n---\nOn disk.\n');
    expect(await desk.links.open(token)).toMatchObject({ title: 'Ink', body: 'On disk.\n' });
  });

  test('and records how often and when it was opened, but not by whom', async () => {
    const { id, token, expiresAt } = await issue();
    desk.room.clock.advance(hour);
    for (let times = 0; times < 2; times += 1) await desk.links.open(token);
    const [link] = await desk.links.list(editor, path);
    expect(link).toEqual({
      id,
      documentId: expect.any(Number) as number,
      path,
      hash: null,
      createdBy: 'maria',
      createdAt: new Date('2026-06-01T08:00:00Z'),
      expiresAt,
      lastOpenedAt: new Date('2026-06-01T09:00:00Z'),
      opened: 2,
      guestComments: false,
      revokedAt: null,
    });
    const stored = JSON.stringify(await desk.everything());
    expect(stored).toContain(id);
    expect(stored).not.toContain(token.split('.')[2]);
  });
});

describe('a preview link is rejected', () => {
  test('after its expiry, to the millisecond', async () => {
    const token = await tokenOf({ expiresInHours: 1 });
    desk.room.clock.advance(hour - 1);
    expect(await previewText(token)).toBe('Black.\n');
    desk.room.clock.advance(1);
    expect(await previewText(token)).toBeUndefined();
  });

  test('when its signature is wrong, even if its row exists', async () => {
    const { id, expiresAt } = await issue();
    expect(await previewText(signPreview({ id, expiresAt }, newSecret()))).toBeUndefined();
  });

  test('when its expiry was extended only in the database or only in the address', async () => {
    const { id, token, expiresAt } = await issue({ expiresInHours: 1 });
    const later = new Date(expiresAt.getTime() + hour);
    const [, , signature] = token.split('.');
    expect(await previewText(`${id}.${later.getTime().toString(36)}.${signature}`)).toBeUndefined();
    const { db } = desk.room.database;
    await db.updateTable('preview_links').set({ expires_at: later }).execute();
    expect(await previewText(token)).toBe('Black.\n');
    desk.room.clock.advance(hour);
    expect(await previewText(token)).toBeUndefined();
  });

  test('when its expiry was shortened in the database', async () => {
    const token = await tokenOf();
    const { db } = desk.room.database;
    const past = { expires_at: desk.room.clock.now() };
    await db.updateTable('preview_links').set(past).execute();
    expect(await previewText(token)).toBeUndefined();
  });

  test('when its row is missing', async () => {
    const token = await tokenOf();
    await desk.room.database.db.deleteFrom('preview_links').execute();
    expect(await previewText(token)).toBeUndefined();
  });

  test('after it was revoked', async () => {
    const { id, token } = await issue();
    await desk.links.revoke(maria, id);
    expect(await previewText(token)).toBeUndefined();
  });

  test('while its creator is disabled', async () => {
    const token = await tokenOf();
    desk.actors.delete('maria');
    expect(await previewText(token)).toBeUndefined();
    desk.actors.set('maria', maria);
    expect(await previewText(token)).toBe('Black.\n');
  });

  test('after its creator was deleted', async () => {
    const token = await tokenOf();
    const { db } = desk.room.database;
    await db.deleteFrom('users').where('username', '=', 'maria').execute();
    expect(await previewText(token)).toBeUndefined();
    expect(await desk.links.list(editor, path)).toEqual([]);
  });

  test('when the role of its creator loses read access', async () => {
    const token = await tokenOf({}, reader);
    expect(await previewText(token)).toBe('Black.\n');
    desk.actors.set('rosa', { ...reader, grants: new Set(['documents.create']) });
    expect(await previewText(token)).toBeUndefined();
  });

  test('when the document changes owner and its creator may read only their own', async () => {
    const token = await tokenOf();
    desk.room.people.set('jan', jan);
    await desk.room.editorial.act(editor, { path, action: 'assign', owner: 'jan' });
    expect(await previewText(token)).toBeUndefined();
  });

  test('for a snapshot, when its creator may no longer read the history', async () => {
    const [token, current] = [await tokenOf({ hash: await newestHash() }), await tokenOf()];
    desk.actors.set('maria', { ...maria, grants: new Set(['documents.read.own']) });
    expect(await previewText(token)).toBeUndefined();
    expect(await previewText(current)).toBe('Black.\n');
  });

  test('while the document is in the trash', async () => {
    const token = await tokenOf();
    await desk.room.trash.delete(editor, { path });
    expect(await previewText(token)).toBeUndefined();
    await desk.room.trash.restore(editor, path);
    expect(await previewText(token)).toBe('Black.\n');
  });

  test('when the file was removed, even if another document takes its path', async () => {
    const token = await tokenOf();
    await desk.room.trash.delete(editor, { path });
    await desk.room.write(path, '---\ntitle: Soot\nauthor: maria\n---\nAnother.\n');
    await desk.room.indexer.scan();
    expect(await previewText(token)).toBeUndefined();
    await desk.room.remove(path);
    expect(await previewText(token)).toBeUndefined();
  });

  test('when the file was removed from disk but not yet from the index', async () => {
    const token = await tokenOf();
    await desk.room.remove(path);
    expect(await previewText(token)).toBeUndefined();
  });

  test('when it is revoked while being opened', async () => {
    const { id, token } = await issue();
    const { db } = desk.room.database;
    const opening = desk.links.open(token);
    await db.updateTable('preview_links').set({ revoked_at: new Date() }).execute();
    // Both orders are valid: a link that showed something was counted before its revocation.
    const counted = (await desk.links.list(editor, path)).find((link) => link.id === id)!.opened;
    expect((await opening) === undefined ? 0 : 1).toBe(counted);
  });
});

describe('permissions', () => {
  test('create: read access, and for a snapshot also to the history', async () => {
    await expect(issue({}, jan)).rejects.toMatchObject({ code: 'not_found' });
    expect((await issue({}, reader)).token).not.toBe('');
    const hash = await newestHash();
    await expect(issue({ hash }, reader)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(issue({ hash: '0'.repeat(64) })).rejects.toMatchObject({ code: 'not_found' });
    await expect(issue({ path: 'posts/none.md' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('list: read access, newest first', async () => {
    const first = await issue();
    desk.room.clock.advance(1);
    const second = await issue({}, editor);
    const seen = await desk.links.list(reader, path);
    expect(seen.map(({ id, createdBy }) => [id, createdBy])).toEqual([
      [second.id, 'edith'],
      [first.id, 'maria'],
    ]);
    await expect(desk.links.list(jan, path)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('revoke: the creator, and users who may change the document', async () => {
    const { id } = await issue();
    await expect(desk.links.revoke(jan, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(desk.links.revoke(reader, id)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await desk.links.revoke(editor, id)).toBe(path);
    const own = await issue({}, reader);
    expect(await desk.links.revoke(reader, own.id)).toBe(path);
    const unknown = { code: 'not_found' };
    await expect(desk.links.revoke(editor, 'none')).rejects.toMatchObject(unknown);
  });

  test('revoke twice: the second call changes nothing', async () => {
    const { id } = await issue();
    const at = desk.room.clock.now();
    await desk.links.revoke(maria, id);
    desk.room.clock.advance(hour);
    await desk.links.revoke(editor, id);
    expect((await desk.links.list(maria, path))[0]!.revokedAt).toEqual(at);
  });
});

test('links are removed thirty days after their expiry', async () => {
  const { id } = await issue({ expiresInHours: 1 });
  await issue({ expiresInHours: 2 });
  desk.room.clock.advance(hour + 30 * day);
  expect(await desk.links.removeOld()).toBe(0);
  desk.room.clock.advance(1);
  expect(await desk.links.removeOld()).toBe(1);
  expect((await desk.links.list(maria, path)).map((link) => link.id)).not.toContain(id);
});
