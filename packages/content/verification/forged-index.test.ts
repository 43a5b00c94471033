import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseSiteSettings } from '@galley/settings';
import { tamper } from '@galley/testing';
import {
  approvedRoom,
  decide,
  enforced,
  indexedIn,
  path,
  rosa,
} from '../workflow/editorial.fixtures.ts';
import { editor, type Newsroom } from '../workflow/newsroom.fixtures.ts';
import {
  ink,
  other,
  publishedRoom,
  copyRows,
  restoreRows,
  summarizeFindings,
  verified,
} from './fixtures.ts';

let room: Newsroom;

beforeAll(async () => {
  room = await publishedRoom();
  await room.indexer.rederive();
  await copyRows(room);
});
afterEach(() => restoreRows(room));
afterAll(() => room[Symbol.asyncDispose]());

describe('differences between index, public pages and history are found', () => {
  test.each<[what: string, statement: string, findings: string[]]>([
    [
      'the approver',
      `update documents set approved_by = 'edith' where path = '${path}'`,
      [`approval ${path}`],
    ],
    [
      'the approval',
      `update documents set approved_by = 'rosa', approved_at = now(), approved_revision = revision where path = '${other}'`,
      [`approval ${other}`],
    ],
    [
      'the first of two approvals',
      `update documents set first_approved_by = 'edith', first_approved_at = now(), first_approved_revision = revision, first_approval_head = head_hash where path = '${other}'`,
      [`approval ${other}`],
    ],
    [
      'its state',
      `update documents set status = 'published' where path = '${other}'`,
      [`index ${other} 1`],
    ],
    [
      'its revision',
      `update documents set revision = 'another' where path = '${other}'`,
      [`index ${other} 1`],
    ],
    [
      'its owner',
      `update documents set author = 'jan' where path = '${other}'`,
      [`index ${other}`],
    ],
    [
      'the public revision',
      `update documents set public_hash = (
         select hash from document_history where document_id = ${ink} and seq = 4) where path = '${path}'`,
      [`public ${path} 4`, `public ${path}`],
    ],
    [
      'the text of the public page',
      `update published_documents set body = 'White.' where path = '${path}'`,
      [`public ${path}`],
    ],
    [
      'the title of the public page',
      `update published_documents set title = 'Milk' where path = '${path}'`,
      [`public ${path}`],
    ],
    [
      'the address of the public page',
      `update published_documents set url = '/milk/' where path = '${path}'`,
      [`public ${path}`],
    ],
    [
      'the revision of the public page',
      `update published_documents set revision = 'another' where path = '${path}'`,
      [`public ${path}`],
    ],
    [
      'the existence of a public page',
      `update published_documents set document_id = (select id from documents where path = '${other}')`,
      [`public ${path}`, `public ${other}`],
    ],
  ])('%s', async (_what, statement, findings) => {
    await tamper(room.database.db, statement);
    expect(summarizeFindings(await verified(room)).toSorted()).toEqual(findings.toSorted());
  });

  test('a removed approval that was restored', async () => {
    await using room = await approvedRoom();
    const { editorial } = await indexedIn(room);
    await decide(room, rosa, 'request_changes');
    const { by, at, revision } = editorial.approval!;
    await tamper(
      room.database.db,
      `update documents set approved_by = '${by}', approved_at = '${at.toISOString()}', approved_revision = '${revision}'`,
    );
    const [found] = await verified(room);
    expect(found).toMatchObject({ check: 'approval', path });
    expect(found!.message).toContain('according to the history, no approval is valid');
  });

  test('GAP-ED-6: a public page without the required approval', async () => {
    await using room = await publishedRoom(enforced);
    await room.indexer.scan();
    room.clock.advance(60_000);
    const { settings } = room;
    // Simulates a server with other settings that it has not announced.
    room.settings = parseSiteSettings('', '');
    await room.editorial.changeStatus(editor, { path: other, status: 'published' });
    room.settings = settings;
    expect(await verified(room)).toMatchObject([
      { severity: 'error', check: 'approval', path: other, seq: 2 },
    ]);
  });
});
