import { expect, test } from 'vitest';
import { editorialBlock } from './editorial-block.ts';
import { noAssignment, type EditorialEvent } from './editorial-facts.ts';

function event(at: number, note: string | null = null): EditorialEvent {
  return {
    id: `event-${at}`,
    action: 'approve',
    actor: 'rosa',
    at: new Date(at),
    revision: 'r1',
    note,
    details: {},
  };
}

test('an empty state has no block', () => {
  expect(editorialBlock(noAssignment, [])).toBeUndefined();
});

test('CMS-EVT-2: the block has the people, the approval, and all events in order', () => {
  const approval = { by: 'rosa', at: new Date(0), revision: 'r1' };
  const events = Array.from({ length: 300 }, (_, at) => event(at));
  const block = editorialBlock({ ...noAssignment, assignee: 'jan', approval }, events);
  expect(block).toEqual({
    assignee: 'jan',
    approved_by: 'rosa',
    approved_at: '1970-01-01T00:00:00.000Z',
    approved_revision: 'r1',
    events: expect.any(Array) as unknown,
  });
  const told = block!['events'] as { id: string }[];
  expect(told.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
});

test('a long event list keeps only the newest events; the history has the rest', () => {
  const events = Array.from({ length: 200 }, (_, at) => event(at, 'x'.repeat(4_000)));
  const told = editorialBlock(noAssignment, events)!['events'] as { id: string }[];
  expect(told.at(-1)!.id).toBe('event-199');
  expect(told.length).toBeGreaterThan(10);
  expect(JSON.stringify(told).length).toBeLessThan(66_000);
});
