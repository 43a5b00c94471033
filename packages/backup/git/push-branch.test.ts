import { createServer } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@galley/testing';
import { ada, SnapshotTree } from './fixtures.ts';
import { ReceivingRepository } from './receiving-repository.fixtures.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const files = { 'posts/hello.md': 'Hello\n', 'media/photo.jpg': 'JPEG' };
const token = 'let me in';

async function open() {
  const tree = await SnapshotTree.make(database.db, files);
  const other = await ReceivingRepository.open();
  const take = (message: string, given = token) =>
    tree
      .snapshotsTo({ url: other.url, username: 'ada', token: given })
      .take(message, ada)
      .then(({ created, push }) => ({ created, push }));
  return {
    tree,
    other,
    take,
    async [Symbol.asyncDispose]() {
      await other[Symbol.asyncDispose]();
      await tree[Symbol.asyncDispose]();
    },
  };
}

describe('a pushed snapshot', () => {
  test('arrives with its files, and so does each later one', async () => {
    await using at = await open();
    expect(await at.take('First')).toEqual({ created: true, push: { ok: true } });
    await at.tree.write('posts/hello.md', 'Hello again\n');
    expect(await at.take('Second')).toEqual({ created: true, push: { ok: true } });
    expect(await at.take('Nothing new')).toEqual({ created: false, push: { ok: true } });
    expect(await at.other.messages()).toEqual(['Second', 'First']);
    expect(await at.other.read('posts/hello.md')).toBe('Hello again\n');
    expect(await at.other.read('media/photo.jpg')).toBe('JPEG');
  });

  test('is stored even if the push fails, and is pushed with the next one', async () => {
    await using at = await open();
    at.other.failure = 503;
    const problem = 'the remote answered with status 503';
    expect(await at.take('First')).toEqual({ created: true, push: { ok: false, problem } });
    expect(await at.take('Again')).toEqual({ created: false, push: { ok: false, problem } });
    at.other.failure = undefined;
    await at.tree.write('posts/hello.md', 'Hello again\n');
    expect(await at.take('Second')).toEqual({ created: true, push: { ok: true } });
    expect(await at.other.messages()).toEqual(['Second', 'First']);
  });

  test('is not pushed with a wrong token, which no response repeats', async () => {
    await using at = await open();
    const { push } = await at.take('First', 'a wrong one');
    expect(push).toEqual({ ok: false, problem: 'the remote rejected the user name and token' });
  });

  test('does not overwrite commits of others', async () => {
    await using at = await open();
    await at.take('First');
    await at.other.commit('From elsewhere');
    await at.tree.write('posts/hello.md', 'Hello again\n');
    expect(await at.take('Second')).toMatchObject({
      push: { problem: expect.stringContaining('has commits that are missing here') as string },
    });
    expect(await at.other.messages()).toEqual(['From elsewhere', 'First']);
  });

  test('reports an unreachable remote', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as { port: number };
    closed.close();
    await using tree = await SnapshotTree.make(database.db, files);
    const remote = { url: `http://127.0.0.1:${port}/content.git`, username: 'git', token };
    const { push } = await tree.snapshotsTo(remote).take('First', ada);
    const problem = 'the remote is unreachable (ECONNREFUSED)';
    expect(push).toEqual({ ok: false, problem });
  });
});
