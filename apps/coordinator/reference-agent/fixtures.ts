import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fs from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import git from 'isomorphic-git';
import { runCommand } from '@galley/agent';
import {
  modelAnswer,
  startScriptedModel,
  type ModelRequest,
  type ScriptedModel,
} from '@galley/testing';
import { TestProject, type Started } from '../fixtures.ts';
import { addRun, TestAgent, workerToken, type ToolAnswer } from '../mcp/fixtures.ts';

const program = fileURLToPath(new URL('../../agent/main.ts', import.meta.url));

export interface AgentRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Turn {
  readonly agentId: string;
  readonly reason: string;
  readonly id: number;
  readonly token: string;
}

interface StartOptions {
  readonly turn: Turn;
  readonly model: ScriptedModel;
  readonly args?: readonly string[];
  readonly url?: string;
  readonly onStarted?: (kill: (signal: NodeJS.Signals) => void) => void;
}

export class AgentProject implements AsyncDisposable {
  readonly project: TestProject;
  readonly coordinator: Started;
  readonly revision: string;
  readonly #agents = new Map<string, { readonly client: TestAgent; readonly token: string }>();

  private constructor(project: TestProject, coordinator: Started, revision: string) {
    this.project = project;
    this.coordinator = coordinator;
    this.revision = revision;
  }

  static async open(files: Readonly<Record<string, string>>): Promise<AgentProject> {
    const project = await TestProject.open(
      '{ enforcement: enforced, interval: 50ms, workspace: { repository: . } }',
    );
    const { directory: dir } = project;
    await git.init({ fs, dir, defaultBranch: 'main' });
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), text);
      await git.add({ fs, dir, filepath: path });
    }
    const author = { name: 'Ada', email: 'ada@example.org', timestamp: 1_767_225_600 };
    const revision = await git.commit({ fs, dir, message: 'Begin', author });
    const coordinator = await project.start();
    await addRun(project, 'run-1');
    return new AgentProject(project, coordinator, revision);
  }

  async agent(
    agentId: string,
    scopes?: readonly string[],
  ): Promise<{ readonly client: TestAgent; readonly token: string }> {
    const known = this.#agents.get(agentId);
    if (known) return known;
    const { token } = await workerToken(this.project, scopes ? { agentId, scopes } : { agentId });
    const client = await TestAgent.connect(this.coordinator.address, token);
    const agent = { client, token };
    this.#agents.set(agentId, agent);
    return agent;
  }

  async turn(agentId: string, reason: string): Promise<Turn> {
    const { client, token } = await this.agent(agentId);
    // Some tests change nothing, which would pause the run after three turns.
    await this.project.db.updateTable('runs').set({ progress_turns: null }).execute();
    const value = await requireResult(client.change('agent_turn_request', { reason }));
    const id = value['request_event_id'] as number;
    await this.until('agent.turn_scheduled', (payload) => payload['request_event_id'] === id);
    return { agentId, reason, id, token };
  }

  /** For a turn that the agent left open, which would keep the next one from being scheduled. */
  async completeTurn({ agentId, id }: Turn): Promise<void> {
    const { client } = await this.agent(agentId);
    await requireResult(client.change('agent_turn_complete', { request_event_id: id }));
  }

  async until(
    type: string,
    matches: (payload: Readonly<Record<string, unknown>>) => boolean,
  ): Promise<void> {
    const { client } = await this.agent('chair-1');
    for (let after = 0; ;) {
      const { value } = await client.call('table_watch', { after, limit: 1_000 });
      const events = value['events'] as { type: string; payload: Record<string, unknown> }[];
      if (events.some((event) => event.type === type && matches(event.payload))) return;
      after = value['last_event_id'] as number;
    }
  }

  async countEvents(): Promise<Readonly<Record<string, number>>> {
    const { client } = await this.agent('chair-1');
    const { value } = await client.call('table_watch', { after: 0, limit: 1_000 });
    const counts: Record<string, number> = {};
    for (const { type } of value['events'] as { type: string }[])
      counts[type] = (counts[type] ?? 0) + 1;
    return counts;
  }

  /** In a process of its own, started like a supervisor does. */
  spawn({ turn, model, url, onStarted, args = [] }: StartOptions): Promise<AgentRun> {
    const environment = {
      PATH: '',
      GALLEY_MCP_URL: url ?? `${this.coordinator.address}/mcp`,
      GALLEY_WORKER_TOKEN: turn.token,
      GALLEY_RUN_ID: 'run-1',
      GALLEY_AGENT_ID: turn.agentId,
      GALLEY_AGENT_ROLE: turn.agentId.replace(/-\d+$/, ''),
      GALLEY_TURN: String(turn.id),
      GALLEY_TURN_REASON: turn.reason,
      GALLEY_PROMPT: promptOf(turn),
      GALLEY_MODEL: 'test-model',
      GALLEY_AGENT_BASE_URL: model.url,
    };
    const child = spawn(process.execPath, [program, ...args], { env: environment });
    onStarted?.((signal) => child.kill(signal));
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (part: string) => (stdout += part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (stderr += part));
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    });
  }

  /** In this process, where signals stop the agent at once. */
  async run({ turn, model, url, onStarted, args = [] }: StartOptions): Promise<AgentRun> {
    const end = new AbortController();
    onStarted?.(() => end.abort());
    let [stdout, stderr] = ['', ''];
    const code = await runCommand({
      argv: ['node', 'galley-agent', ...args],
      environment: {
        url: url ?? `${this.coordinator.address}/mcp`,
        token: turn.token,
        agentId: turn.agentId,
        role: turn.agentId.replace(/-\d+$/, ''),
        turn: String(turn.id),
        reason: turn.reason,
        prompt: promptOf(turn),
        model: 'test-model',
        modelUrl: model.url,
        modelKey: undefined,
      },
      print: (text) => (stdout += `${text}\n`),
      log: (line) => (stderr += line),
      signal: end.signal,
    });
    return { code, stdout, stderr };
  }

  async take(agentId: string, reason: string, model: ScriptedModel): Promise<AgentRun> {
    return this.run({ turn: await this.turn(agentId, reason), model });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { client } of this.#agents.values()) await client[Symbol.asyncDispose]();
    await this.project[Symbol.asyncDispose]();
  }
}

const promptOf = ({ agentId, reason }: Turn) =>
  `You are ${agentId}. Goal of the run: Ink.\n\nPurpose of this turn: ${reason}`;

/** Results of the calls so far, by tool; the newest of each. */
export type Results = Readonly<Record<string, Record<string, unknown>>>;
export type Step = readonly [tool: string, input: object];

/**
 * A model that decides by the results that it sees, so that it begins anew in another process. Several steps are
 * parallel calls.
 */
export function modelThat(
  decide: (results: Results, request: ModelRequest) => string | readonly Step[],
) {
  return startScriptedModel((request) => {
    const decided = decide(resultsIn(request), request);
    if (typeof decided === 'string') return modelAnswer({ text: decided });
    return modelAnswer({ calls: decided.map(([tool, input]) => ({ tool, input })) });
  });
}

function resultsIn({ messages }: ModelRequest): Results {
  const results: Record<string, Record<string, unknown>> = {};
  for (const { role, content, tool_call_id: id = '' } of messages)
    if (role === 'tool') results[id.replace(/^call_\d+_/, '')] = parseResult(content ?? '');
  return results;
}

function parseResult(content: string): Record<string, unknown> {
  try {
    return JSON.parse(content) as Record<string, unknown>;
  } catch {
    return { text: content };
  }
}

export async function requireResult(
  call: Promise<ToolAnswer>,
): Promise<Readonly<Record<string, unknown>>> {
  const { value, error } = await call;
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return value;
}

export interface Tap extends AsyncDisposable {
  readonly url: string;
}

/** `onCall` runs after the coordinator's answer, before the agent gets it; false drops the answer. */
export async function tap(coordinator: string, onCall: (tool: string) => boolean): Promise<Tap> {
  const server = createServer((request, response) => {
    const pass = async (): Promise<void> => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const body = Buffer.concat(parts);
      const headers = new Headers();
      for (const name of ['authorization', 'content-type', 'accept'])
        headers.set(name, String(request.headers[name] ?? ''));
      for (const [name, value] of Object.entries(request.headers))
        if (name.startsWith('mcp-')) headers.set(name, String(value));
      const method = request.method ?? 'POST';
      const sent = method === 'POST' ? { method, headers, body } : { method, headers };
      const answer = await fetch(`${coordinator}/mcp`, sent);
      const text = await answer.text();
      const tool = toolIn(body);
      if (tool !== undefined && !onCall(tool)) return void response.destroy();
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? 'application/json',
      });
      response.end(text);
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toolIn(body: Buffer): string | undefined {
  if (body.length === 0) return undefined;
  const { method, params } = JSON.parse(body.toString()) as {
    method?: string;
    params?: { name?: string };
  };
  return method === 'tools/call' ? params?.name : undefined;
}
