import { describe, expect, test } from 'vitest';
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
  remi,
  rosa,
  roomWithDraft,
} from '../workflow/editorial.fixtures.ts';
import { editor, Newsroom } from '../workflow/newsroom.fixtures.ts';
import { parseSiteSettings } from '@galley/settings';
import { tamper } from '@galley/testing';
import { examined, publishedRoom, verified } from './fixtures.ts';

async function expectHealthy(room: Newsroom): Promise<void> {
  expect(await verified(room)).toEqual([]);
  expect(await examined(room)).toEqual([]);
}

function settingsOf(site: string) {
  return parseSiteSettings(site, 'site.yaml');
}

describe('no findings (GAP-DOC-12, GAP-ED-6) for', () => {
  test('an empty project, and a project with documents found on disk', async () => {
    await using room = await Newsroom.open();
    await expectHealthy(room);
    await room.write('posts/one.md', '---\ntitle: One\ntags: [a, B b]\nprice: 1.50\n---\nOne.\r\n');
    await room.write('posts/two.md', 'No frontmatter.\n');
    await room.write('posts/es/tres.md', '---\nworkflow: draft\nauthor: 12\n---\n');
    await room.write('posts/latin.md', Buffer.from('caf\xe9\n', 'latin1'));
    await room.write('posts/broken.md', '---\ntitle: [\n---\n');
    await room.write('posts/large.md', 'x'.repeat(300_000));
    await room.indexer.scan();
    expect(await verified(room)).toEqual([]);
    const found = (await examined(room)).map(({ check, path: where }) => [check, where]);
    expect(found).toEqual(
      ['broken', 'large', 'latin'].map((name) => ['source', `posts/${name}.md`]),
    );
  });

  test('approvals, publishing, edits, and repeated approvals', async () => {
    await using room = await publishedRoom();
    await expectHealthy(room);
  });

  test('a document that changed owners between approvals, by an editor and by a transfer', async () => {
    await using room = await roomWithDraft();
    await assign(room, { assignee: 'rosa', reviewer: 'remi' });
    await ask(room);
    await decide(room, remi, 'request_changes');
    await assign(room, { assignee: 'jan', reviewer: '' });
    await room.service.save(jan, { path, content: 'By jan.\n' });
    await room.service.save(maria, { path, content: 'By maria.\n' });
    await ask(room);
    // Rosa is no longer the assignee.
    await decide(room, rosa, 'approve');
    await publish(room);
    await room.ownership.transfer(editor, 'jan', 'remi');
    await room.ownership.transfer(editor, 'maria', 'jan');
    await expectHealthy(room);
    await room.editorial.changeStatus(editor, { path, status: 'draft' });
    await ask(room, jan);
    await expectHealthy(room);
  });

  test('edits on disk of approved and public documents', async () => {
    await using room = await approvedRoom();
    await room.write(path, (await room.read(path)).replace('Black', 'Blacker'));
    await expectHealthy(room);
    await room.indexer.scan();
    expect(await indexedIn(room)).toMatchObject({ status: 'draft', editorial: { approval: null } });
    await expectHealthy(room);
    await publish(room);
    await room.write(path, (await room.read(path)).replace('Blacker', 'Blackest'));
    await room.indexer.scan();
    await expectHealthy(room);
    await room.remove(path);
    await room.indexer.scan();
    await expectHealthy(room);
  });

  test('a file that is removed and comes back with its history', async () => {
    await using room = await approvedRoom();
    const text = await room.read(path);
    await room.remove(path);
    await room.indexer.scan();
    await expectHealthy(room);
    await room.write(path, text);
    await expectHealthy(room);
    await room.indexer.scan();
    await expectHealthy(room);
  });

  test('deleting, reusing the path, restoring, and restoring earlier snapshots', async () => {
    await using room = await publishedRoom();
    await room.trash.delete(editor, { path });
    await expectHealthy(room);
    await room.trash.restore(editor, path);
    await expectHealthy(room);
    const [first] = (await room.service.history(editor, path)).reverse();
    await room.trash.restoreSnapshot(editor, { path, hash: first!.hash });
    await expectHealthy(room);
    await ask(room);
    await decide(room, rosa, 'approve');
    await room.trash.delete(editor, { path });
    await room.service.create(maria, { type: 'post', lang: 'en', title: 'Ink', content: '2\n' });
    await expectHealthy(room);
  });

  test('a site that requires approval, with documents from before and after', async () => {
    await using room = await publishedRoom();
    await room.write('posts/old.md', '---\ntitle: Old\n---\n');
    await room.indexer.scan();
    room.settings = settingsOf(enforced);
    const [before] = await verified(room);
    expect(before).toMatchObject({ severity: 'notice', check: 'approval', path: null });
    expect(before!.message).toMatch(/^1 public document has no approval/);
    await room.indexer.scan();
    room.clock.advance(60_000);
    await room.service.save(maria, { path, content: 'New.\n' });
    await ask(room);
    await decide(room, rosa, 'approve');
    await publish(room);
    await room.service.save(maria, { path, content: 'Newer.\n' });
    await room.write('posts/new.md', '---\ntitle: New\nworkflow: published\n---\n');
    await room.indexer.scan();
    const rest = await verified(room);
    expect(rest).toEqual([before]);
  });

  test('a site that required approval temporarily and requires it again', async () => {
    await using room = await publishedRoom(enforced);
    await room.indexer.scan();
    room.settings = settingsOf('');
    await room.indexer.scan();
    room.clock.advance(60_000);
    await room.service.save(editor, { path: 'posts/paper.md', content: 'Grey.\n' });
    await room.editorial.changeStatus(editor, { path: 'posts/paper.md', status: 'published' });
    room.settings = settingsOf(enforced);
    const notice = { severity: 'notice', check: 'approval', path: null };
    expect(await verified(room)).toMatchObject([notice]);
    room.clock.advance(60_000);
    await room.indexer.scan();
    expect(await verified(room)).toMatchObject([notice]);
  });

  test('changed site settings, before and after reindexing', async () => {
    await using room = await publishedRoom();
    await room.indexer.rederive();
    room.settings = settingsOf(
      'taxonomies: { colours: {} }\ncontent: { types: { post: { permalink: "/p/:slug/" } } }',
    );
    await expectHealthy(room);
    await room.indexer.rederive();
    await expectHealthy(room);
  });

  test('more documents than a batch, and a long history of long texts', async () => {
    await using room = await Newsroom.open();
    for (let at = 0; at < 51; at += 1) await room.write(`posts/${at}.md`, `Number ${at}\n`);
    await room.indexer.scan();
    for (let at = 0; at < 70; at += 1) {
      const content = `${at}\n${'x'.repeat(250_000)}\n`;
      await room.service.save(editor, { path: 'posts/7.md', content });
    }
    await expectHealthy(room);
    await tamper(
      room.database.db,
      `update document_history set message = 'Another' where seq = 69`,
    );
    expect(await verified(room)).toMatchObject([{ path: 'posts/7.md', seq: 69 }]);
  });

  test('a newsroom that keeps working during verification', async () => {
    await using room = await publishedRoom();
    let isWorking = true;
    const working = (async () => {
      for (let at = 0; isWorking; at += 1) {
        await room.service.save(maria, { path, content: `${at}\n` });
        await ask(room);
        await decide(room, rosa, 'approve');
        await publish(room);
      }
    })();
    for (let at = 0; at < 3; at += 1) await expectHealthy(room);
    isWorking = false;
    await working;
  });
});

test('reports progress up to the last document', async () => {
  await using room = await Newsroom.open();
  for (let at = 0; at < 51; at += 1) await room.write(`posts/${at}.md`, '');
  await room.indexer.scan();
  const seen: [number, number][] = [];
  await verified(room, (done, total) => void seen.push([done, total]));
  expect(seen).toEqual([
    [50, 51],
    [51, 51],
  ]);
});
