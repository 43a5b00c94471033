import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { tamper } from '@galley/testing';
import { path } from '../workflow/editorial.fixtures.ts';
import { editor, type Newsroom } from '../workflow/newsroom.fixtures.ts';
import {
  ink,
  other,
  publishedRoom,
  copyRows,
  restoreRows,
  rewriteFrom,
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

describe('a rewritten history is found (GAP-DOC-12)', () => {
  test.each<[what: string, statement: string | string[], findings: string[]]>([
    [
      'bytes',
      `update document_history set bytes = replace(encode(bytes, 'escape'), 'Black', 'White')::bytea
       where document_id = ${ink} and seq = 2`,
      [`history ${path} 2`],
    ],
    [
      'an author',
      `update document_history set author = 'jan' where document_id = ${ink} and seq = 5`,
      [`history ${path} 5`, `receipt ${path} 7`],
    ],
    [
      'a time',
      `update document_history set at = at - interval '1 day' where document_id = ${ink} and seq = 5`,
      [`history ${path} 5`],
    ],
    [
      'a time, by a millisecond',
      `update document_history set at = at + interval '1 ms' where document_id = ${ink} and seq = 1`,
      [`history ${path} 1`],
    ],
    [
      'a message',
      `update document_history set message = 'Nothing' where document_id = ${ink} and seq = 6`,
      [`history ${path} 6`],
    ],
    [
      'a state',
      `update document_history set status = 'draft' where document_id = ${ink} and seq = 6`,
      [`history ${path} 6`],
    ],
    [
      'a kind, so that an edit is none',
      `update document_history set kind = 'external' where document_id = ${ink} and seq = 5`,
      [`history ${path} 5`],
    ],
    [
      'a revision',
      `update document_history set revision = 'another' where document_id = ${ink} and seq = 5`,
      [`history ${path} 5`],
    ],
    [
      'an entry in the middle, taken out',
      `delete from document_history where document_id = ${ink} and seq = 5`,
      [`history ${path} 6`],
    ],
    [
      'the first entry, taken out',
      `delete from document_history where document_id = ${ink} and seq = 1`,
      [`history ${path} 2`],
    ],
    [
      'the newest entry, taken out',
      `delete from document_history where document_id = ${ink} and seq = 8`,
      [`history ${path} 7`, `index ${path} 7`, `public ${path}`],
    ],
    [
      'all of it, taken out',
      `delete from document_history where document_id = ${ink}`,
      [`receipt ${path}`, `history ${path}`, `public ${path}`],
    ],
    [
      'an entry put in another place',
      [
        `update document_history set seq = 0 where document_id = ${ink} and seq = 4`,
        `update document_history set seq = 4 where document_id = ${ink} and seq = 5`,
        `update document_history set seq = 5 where document_id = ${ink} and seq = 0`,
      ],
      [`history ${path} 4`, `history ${path} 5`, `history ${path} 6`, `receipt ${path} 7`],
    ],
    [
      'the path',
      `update documents set path = 'posts/stolen.md' where path = '${other}'`,
      ['history posts/stolen.md 1'],
    ],
  ])('%s', async (_what, statements, findings) => {
    await tamper(room.database.db, ...[statements].flat());
    const found = await verified(room);
    expect(summarizeFindings(found)).toEqual(findings);
    expect(found.every(({ severity, documentId }) => severity === 'error' && documentId)).toBe(
      true,
    );
  });

  test('consistent hashes are detected by the head, the receipts and the public page', async () => {
    await rewriteFrom(room, 5);
    const found = await verified(room);
    expect(summarizeFindings(found)).toEqual([
      `receipt ${path} 7`,
      `receipt ${path}`,
      `history ${path} 8`,
      `public ${path}`,
    ]);
    expect(found.map(({ message }) => message).join('\n')).toContain(
      'is not the entry that the index names',
    );
  });

  test('a changed head and public hash are detected by the receipts', async () => {
    const head = await rewriteFrom(room, 5);
    await tamper(
      room.database.db,
      `update documents set head_hash = '${head}', public_hash = '${head}' where path = '${path}'`,
      `update published_documents set hash = '${head}' where path = '${path}'`,
    );
    expect(summarizeFindings(await verified(room))).toEqual([
      `receipt ${path} 7`,
      `receipt ${path}`,
    ]);
  });

  test('documents in the trash are checked too', async () => {
    await using room = await publishedRoom();
    await room.trash.delete(editor, { path });
    await tamper(
      room.database.db,
      `update document_history set author = 'jan' where document_id = ${ink} and seq = 5`,
    );
    expect(summarizeFindings(await verified(room))).toEqual([
      `history ${path} 5`,
      `receipt ${path} 7`,
    ]);
  });
});
