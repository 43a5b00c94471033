import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { systemClock } from '@galley/kernel';
import { patience, SupervisedProject } from './fixtures.ts';

const tasks = ['a', 'b', 'c', 'd'];
const workMs = 1_000;

/** Works for a second, then completes its task over MCP. */
const agentScript = `
const { GALLEY_MCP_URL: url, GALLEY_WORKER_TOKEN: token, GALLEY_TURN_REASON: reason } = process.env;
await new Promise((resolve) => setTimeout(resolve, ${workMs}));
const input = { task_id: reason.split(' ')[1], status: 'completed', idempotency_key: reason };
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'task_update_status', arguments: input } };
const answer = await fetch(url, {
  method: 'POST',
  headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify(call),
});
console.log(answer.status, await answer.text());
`;

interface Turn {
  readonly agentId: string;
  readonly start: number;
  readonly end: number;
}

/** Turns of four tasks of four agents, by their places in the order of events, and the time from the first to the last. */
async function play(maxParallelTurns: number): Promise<{ turns: Turn[]; seconds: number }> {
  await using project = await SupervisedProject.open({
    over: 'http',
    coordinator: `max_parallel_turns: ${maxParallelTurns}, agents: { implementers: { count: 4 } },`,
  });
  await writeFile(join(project.project.directory, 'agent.mjs'), agentScript);
  const now = systemClock.now();
  const row = { status: 'open', description: '', created_by: 'ada', workspace_id: 'default' };
  await project.db
    .insertInto('tasks')
    .values(
      tasks.map((id) => ({
        ...row,
        id,
        title: id,
        run_id: 'run-1',
        created_at: now,
        updated_at: now,
        paths: [`content/${id}`],
      })),
    )
    .execute();
  await project.supervise();
  const ended = await vi.waitFor(async () => {
    const events = (await project.events()).filter(({ type }) => type.startsWith('agent.turn_'));
    const ends = events.filter(({ type }) => type === 'agent.turn_completed');
    expect(ends.map(({ type }) => type)).toHaveLength(tasks.length);
    return events;
  }, patience);
  const place = (type: string, request: unknown) =>
    ended.findIndex((event) => event.type === type && idOf(event.payload) === request);
  const scheduled = ended.filter(({ type }) => type === 'agent.turn_scheduled');
  const turns = scheduled.map(({ payload }) => {
    const request = idOf(payload);
    const start = place('agent.turn_scheduled', request);
    const { agent_id: agentId } = payload as { agent_id: string };
    return { agentId, start, end: place('agent.turn_completed', request) };
  });
  const times = [scheduled[0]!.at, ended.at(-1)!.at].map((at) => at.getTime());
  return { turns, seconds: (times[1]! - times[0]!) / 1_000 };
}

function idOf(payload: unknown): unknown {
  return (payload as { request_event_id: unknown }).request_event_id;
}

test('ADD-RUN-4: four agents work on four tasks at the same time, and by default one after the other', async () => {
  const sequential = await play(1);
  const parallel = await play(4);
  const lastStart = Math.max(...parallel.turns.map(({ start }) => start));
  expect(parallel.turns.every(({ end }) => end > lastStart)).toBe(true);
  for (const { turns } of [sequential, parallel])
    expect(turns.map(({ agentId }) => agentId).toSorted()).toEqual(
      tasks.map((_, index) => `implementer-${index + 1}`),
    );
  for (const [index, { end }] of sequential.turns.slice(0, -1).entries())
    expect(sequential.turns[index + 1]!.start).toBeGreaterThan(end);
  process.stdout.write(
    `four tasks: ${sequential.seconds} s one after the other, ${parallel.seconds} s in parallel\n`,
  );
}, 90_000);
