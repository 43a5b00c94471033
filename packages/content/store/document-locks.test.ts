import { expect, test } from 'vitest';
import { createTestDatabase } from '@galley/testing';
import { DocumentLocks } from './document-locks.ts';

test('the lock of a document is exclusive and fair, also across processes', async () => {
  const database = await createTestDatabase();
  const [ours, theirs] = [new DocumentLocks(database.db), new DocumentLocks(database.db)];
  let inside = 0;
  const order: number[] = [];
  const work = (name: number) => async (): Promise<void> => {
    expect(++inside).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    order.push(name);
    inside -= 1;
  };
  await Promise.all(
    [1, 2, 3].flatMap((name) => [ours.hold('a.md', work(name)), theirs.hold('a.md', work(-name))]),
  );
  expect(order.filter((name) => name > 0)).toEqual([1, 2, 3]);
  expect(order).toHaveLength(6);
  await database.close();
});

test('fifty waiters for one document leave connections in the pool', async () => {
  const database = await createTestDatabase();
  const locks = new DocumentLocks(database.db);
  const gate = Promise.withResolvers<void>();
  const held = Array.from({ length: 50 }, () => locks.hold('a.md', () => gate.promise));
  await locks.hold('b.md', () => Promise.resolve());
  gate.resolve();
  await Promise.all(held);
  await database.close();
});

test('an error reaches only its caller, and the next waiter continues', async () => {
  const database = await createTestDatabase();
  const locks = new DocumentLocks(database.db);
  const failing = locks.hold('a.md', () => Promise.reject(new Error('no')));
  const next = locks.hold('a.md', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  await database.close();
});

test('takes only the locks that are free, and gives them back', async () => {
  const database = await createTestDatabase();
  const [ours, theirs] = [new DocumentLocks(database.db), new DocumentLocks(database.db)];
  const names = ['a.md', 'b.md', 'c.md'];
  const heldBy = (locks: DocumentLocks) =>
    locks.holdFree(names, (_connection, held) => Promise.resolve([...held]));
  await ours.hold('a.md', async () => {
    expect(await heldBy(theirs)).toEqual(['b.md', 'c.md']);
    expect(await heldBy(ours)).toEqual(['b.md', 'c.md']);
  });
  await ours.holdFree(['b.md'], async () => {
    expect(await heldBy(theirs)).toEqual(['a.md', 'c.md']);
  });
  const failing = ours.holdFree(names, () => Promise.reject(new Error('no')));
  const waiting = ours.hold('a.md', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await waiting).toBe('yes');
  expect(await heldBy(theirs)).toEqual(names);
  await database.close();
});

test('requests for two documents in any order do not deadlock, also across processes', async () => {
  const database = await createTestDatabase();
  const processes = [new DocumentLocks(database.db), new DocumentLocks(database.db)];
  const inside = new Set<string>();
  const work = (names: readonly string[]) => async (): Promise<string> => {
    for (const name of names) expect(inside.has(name)).toBe(false);
    for (const name of names) inside.add(name);
    await new Promise((resolve) => setImmediate(resolve));
    for (const name of names) inside.delete(name);
    return names.join();
  };
  const asked = [['a.md', 'b.md'], ['b.md', 'a.md'], ['c.md', 'a.md'], ['b.md', 'c.md'], ['b.md']];
  const done = await Promise.all(
    processes.flatMap((locks) =>
      [...asked, ...asked].map((names) => locks.holdAll(names, work(names))),
    ),
  );
  expect(done).toHaveLength(20);
  await database.close();
});
