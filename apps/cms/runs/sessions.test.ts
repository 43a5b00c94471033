import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SessionEvent } from '@galley/runcoord';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { addToken } from '../operations/fixtures.ts';
import { WorkRows, Workspace } from './fixtures.ts';

let server: TestServer;
let ada: Client;
let workspace: Workspace;
let rows: WorkRows;
let run: string;
let session: string;

beforeAll(async () => {
  const config = {
    limits: { session_requests_per_minute: 0 },
    // Otherwise the housekeeping after the start may remove the transcripts of these old sessions.
    coordinator: { session_logs: '3650d' },
  };
  server = await TestServer.start({ config });
  ada = await server.signedIn();
});
afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  workspace = await Workspace.at(server, ada);
  rows = new WorkRows(server.database.db, workspace.id);
  run = `run-${workspace.id}`;
  session = `session-${workspace.id}`;
  await rows.addRun(run);
});

const events: readonly SessionEvent[] = [
  { kind: 'prompt', text: 'Mend the links.' },
  {
    kind: 'tool_call',
    id: 'c1',
    tool: 'proposal_create',
    input: { title: 'Ink', token: 'geheim' },
  },
  { kind: 'tool_result', id: 'c1', text: 'No such task', isError: true },
  { kind: 'usage', usage: { model: 'large', inputTokens: 1_200, outputTokens: 30, usd: 0.05 } },
  { kind: 'message', text: 'Done: password=hunter2' },
];

const at = (path = ''): string => `/api/v1/workspaces/${workspace.id}/sessions${path}`;

interface Page {
  readonly items: readonly { readonly seq: string; readonly kind: string; payload: unknown }[];
  readonly next: string;
  readonly is_over: boolean;
}

async function page(query = ''): Promise<Page> {
  const answer = await ada.get(at(`/${session}/events${query}`));
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Page>();
}

async function streamOf(headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { headers: own } = await addToken(server, 'ada', { scopes: ['runs.read'] });
  const request = httpGet(server.url + at(`/${session}/events`), {
    headers: { accept: 'text/event-stream', ...own, ...headers },
    agent: false,
  });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.setEncoding('utf8');
}

describe('GAP-RC-API-10: sessions of agents', () => {
  test('are listed newest first, with turn, outcome, tokens and cost', async () => {
    const requested = { run_id: run, type: 'agent.turn_requested', at: new Date() };
    const payload = JSON.stringify({ agent_id: 'ada', reason: 'task t1' });
    const turn = await server.database.db
      .insertInto('run_events')
      .values({ ...requested, payload })
      .returning('id')
      .executeTakeFirstOrThrow();
    await rows.addSession(session, { runId: run, events, status: 'ended', turn: turn.id });
    await rows.addSession(`${session}-2`, { runId: run, agent: 'bo', minute: 5 });
    const list = async (query = '') =>
      (await ada.get(at(query))).json<{ items: { id: string }[]; next: string | null }>();
    const first = await list('?limit=1');
    expect(first.items).toMatchObject([{ id: `${session}-2`, agent_id: 'bo', turn: null }]);
    const second = await list(`?limit=1&after=${first.next}`);
    expect(second).toEqual({
      items: [
        {
          id: session,
          run_id: run,
          agent_id: 'implementer-1',
          turn: String(turn.id),
          reason: 'task t1',
          status: 'ended',
          outcome: null,
          started_at: '2026-01-01T12:00:00.000Z',
          ended_at: '2026-01-01T12:02:00.000Z',
          exit_code: 0,
          end_reason: 'exit code 0',
          failure: null,
          model: 'large',
          input_tokens: 1_200,
          output_tokens: 30,
          usd: 0.05,
          event_count: 5,
          events_removed_at: null,
        },
      ],
      next: null,
    });
    expect((await ada.get(at(`/${session}`))).json()).toEqual(second.items[0]);
    for (const query of ['?agent_id=bo', '?status=running', `?run_id=${run}&limit=1`])
      expect((await list(query)).items.map(({ id }) => id)).toEqual([`${session}-2`]);
    const search = async (q: string) =>
      (await list(`?run_id=${run}&q=${encodeURIComponent(q)}`)).items.map(({ id }) => id);
    expect(await search('mend the LINKS')).toEqual([session]);
    expect(await search('hunter2')).toEqual([]);
    expectProblem(await ada.get(at('?q=ink')), 400, 'invalid_request');
    expectProblem(await ada.get(at('/nothing')), 404, 'session_not_found');
    expectProblem(await ada.get(at('/nothing/events')), 404, 'session_not_found');
  });

  test('events are read by page, with secrets masked, until the session is over', async () => {
    await rows.addSession(session, { runId: run, events });
    const first = await page('?limit=3');
    expect(first).toMatchObject({ next: '3', is_over: false });
    expect(first.items.slice(1)).toEqual([
      {
        session_id: session,
        seq: '2',
        kind: 'tool_call',
        payload: {
          id: 'c1',
          tool: 'proposal_create',
          input: { title: 'Ink', token: '[redacted]' },
        },
        at: '2026-01-01T12:00:00.000Z',
      },
      expect.objectContaining({ payload: { id: 'c1', text: 'No such task', is_error: true } }),
    ]);
    const rest = await page('?after=3');
    expect(rest.items.map(({ payload }) => payload)).toEqual([
      { model: 'large', input_tokens: 1_200, output_tokens: 30, usd: 0.05 },
      { text: 'Done: password=[redacted]' },
    ]);
    expect(rest.is_over).toBe(false);
    const waiting = page('?after=5&wait=30s');
    await rows.addSessionEvents(session, { kind: 'message', text: 'Later.' });
    expect((await waiting).items).toMatchObject([{ seq: '6', kind: 'message' }]);
    const end = page('?after=6&wait=30s');
    await server.database.db
      .updateTable('agent_sessions')
      .set({ status: 'ended' })
      .where('id', '=', session)
      .execute();
    expect(await end).toEqual({ items: [], next: '6', is_over: true });
  });

  test('a stream continues after the last event id, sends new events, and ends with the session', async () => {
    await rows.addSession(session, { runId: run, events });
    const stream = await streamOf({ 'last-event-id': '4' });
    expect(stream.headers['content-type']).toContain('text/event-stream');
    let text = '';
    let isExtended = false;
    for await (const piece of stream) {
      text += piece as string;
      if (isExtended || !text.includes('id: 5')) continue;
      isExtended = true;
      await rows.addSessionEvents(session, { kind: 'output', text: 'The end.' });
      await server.database.db
        .updateTable('agent_sessions')
        .set({ status: 'ended' })
        .where('id', '=', session)
        .execute();
    }
    const messages = text.split('\n\n').filter((message) => message.startsWith('id: '));
    expect(messages.map((message) => message.split('\n').slice(0, 2))).toEqual([
      ['id: 5', 'event: message'],
      ['id: 6', 'event: output'],
    ]);
    expect(JSON.parse(messages[1]!.split('data: ')[1]!)).toMatchObject({
      payload: { text: 'The end.' },
    });
  });

  test('the export has a line of JSON for each event, over several pages', async () => {
    const many = Array.from({ length: 450 }, (_, index) => `line ${index}`);
    await rows.addSession(session, { runId: run });
    await rows.addSessionEvents(
      session,
      ...many.map((text) => ({ kind: 'output', text }) as const),
    );
    const answer = await ada.get(at(`/${session}/export`));
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(answer.headers.get('content-disposition')).toContain(`implementer-1-${session}.jsonl`);
    const lines = answer.text.trimEnd().split('\n');
    const texts = lines.map(
      (line) => (JSON.parse(line) as { payload: { text: string } }).payload.text,
    );
    expect(texts).toEqual(many);
  });

  test('a session of another workspace is not found', async () => {
    await rows.addSession(session, { runId: run, events });
    const elsewhere = await Workspace.at(server, ada);
    for (const path of ['', '/events', '/export']) {
      const address = `/api/v1/workspaces/${elsewhere.id}/sessions/${session}${path}`;
      expectProblem(await ada.get(address), 404, 'session_not_found');
    }
  });
});
