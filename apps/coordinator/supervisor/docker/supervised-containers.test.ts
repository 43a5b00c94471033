import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { patience, SupervisedProject } from '../fixtures.ts';
import { TestEngine } from './engine.fixtures.ts';

let folder: string;
let engine: TestEngine;
let project: SupervisedProject;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
  const socket = join(folder, 'engine.sock');
  engine = await TestEngine.open(socket);
  engine.images.add('agent:1');
  project = await SupervisedProject.open({
    adapters: 'claude: { command: claude -p, image: "agent:1", supports_resume: true }',
    coordinator: 'agents: { implementers: { count: 1, adapter: claude } }, ',
    supervisor: `driver: docker, docker: { socket: ${socket}, network: host }, mcp_url: "http://127.0.0.1:7117/mcp"`,
  });
});
afterEach(async () => {
  await project[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const print = (event: object) => engine.output.print(`${JSON.stringify(event)}\n`);

const say = (text: string) =>
  print({ type: 'assistant', message: { content: [{ type: 'text', text }] } });

async function messagesOf(turn: number): Promise<unknown[]> {
  const rows = await project.db
    .selectFrom('session_events')
    .innerJoin('agent_sessions', 'agent_sessions.id', 'session_events.session_id')
    .select('payload')
    .where('request_event_id', '=', turn)
    .where('kind', '=', 'message')
    .orderBy('seq')
    .execute();
  return rows.map(({ payload }) => (payload as { text: string }).text);
}

const showsMessages = (turn: number, expected: readonly string[]) =>
  vi.waitFor(async () => expect(await messagesOf(turn)).toEqual(expected), patience);

describe('GAP-RC-SUP-1: an agent in a container', () => {
  test('is read while it works, also by the next supervisor, without gaps or duplicates', async () => {
    const first = await project.supervise();
    const turn = await project.requestTurn('good');
    await project.sessionOf(turn, 'running');
    say('one');
    await showsMessages(turn, ['one']);
    say('two');
    await showsMessages(turn, ['one', 'two']);
    await first.stop();
    say('three');
    await project.supervise();
    await showsMessages(turn, ['one', 'two', 'three']);
    say('four');
    engine.exit(engine.agents[0]!.name, 0);
    await project.sessionOf(turn, 'ended');
    expect(await messagesOf(turn)).toEqual(['one', 'two', 'three', 'four']);
  });

  test('continues the session of its program in the next turn', async () => {
    const home = join(folder, '.claude');
    await mkdir(join(home, 'projects/work'), { recursive: true });
    const packed = execFileSync('tar', ['-C', home, '-cf', '-', 'projects']);
    engine.packed.set('/agent/home/.claude/projects', packed);
    await project.supervise();
    const turn = await project.requestTurn('good');
    await project.sessionOf(turn, 'running');
    print({ type: 'system', subtype: 'init', session_id: 'own' });
    engine.exit(engine.agents[0]!.name, 0);
    await project.sessionOf(turn, 'ended');
    await vi.waitFor(() => expect(engine.agents).toEqual([]), patience);
    const next = await project.requestTurn('answer');
    await project.sessionOf(next, 'running');
    expect(JSON.stringify(engine.agents[0]!.given['Cmd'])).toContain('--resume","own"');
  });
});
