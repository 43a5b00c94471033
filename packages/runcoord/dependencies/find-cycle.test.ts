import { expect, test } from 'vitest';
import { findCycle } from './find-cycle.ts';

const tasks = (graph: Readonly<Record<string, string>>) =>
  Object.entries(graph).map(([id, on]) => ({
    id,
    title: id.toUpperCase(),
    dependsOn: on.split(' ').filter(Boolean),
  }));

const cycleOf = (graph: Readonly<Record<string, string>>) =>
  findCycle(tasks(graph), 'a')?.map(({ id }) => id);

test('a task that depends on itself through others is in a cycle', () => {
  expect(cycleOf({ a: 'b', b: 'a' })).toEqual(['a', 'b', 'a']);
  expect(cycleOf({ a: 'b c', b: 'd', c: 'd', d: 'a' })?.slice(-2)).toEqual(['d', 'a']);
});

test('shared dependencies and cycles of other tasks are none', () => {
  expect(cycleOf({ a: 'b c', b: 'd', c: 'd', d: '' })).toBeUndefined();
  expect(cycleOf({ a: 'b', b: 'c', c: 'b' })).toBeUndefined();
});

test('many shared dependencies are visited once', () => {
  const graph: Record<string, string> = { a: 'l0 r0' };
  for (let level = 0; level < 60; level += 1)
    for (const side of ['l', 'r'])
      graph[`${side}${level}`] = level === 59 ? '' : `l${level + 1} r${level + 1}`;
  expect(cycleOf(graph)).toBeUndefined();
});
