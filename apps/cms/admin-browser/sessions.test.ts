import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SessionEvent } from '@galley/runcoord';
import { TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../../../scripts/admin-build.ts';
import { AgentNewsroom } from '../agents/fixtures.ts';
import { WorkRows } from '../runs/fixtures.ts';
import { addSession, expectNarrow, expectUsable } from './fixtures.ts';

const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
let newsroom: AgentNewsroom;
let browser: TestBrowser;
let rows: WorkRows;

beforeAll(async () => {
  await ensureAdminBuilt();
  [newsroom, browser] = await Promise.all([AgentNewsroom.open('.', 'press'), TestBrowser.start()]);
  await newsroom.server.addUser({ username: 'vera', role: 'reviewer' });
  rows = new WorkRows(newsroom.server.database.db, 'press');
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await newsroom[Symbol.asyncDispose]();
});

async function openPage(path: string, locale = 'en-GB'): Promise<TestPage> {
  const page = await browser.open(newsroom.server, { locale });
  await addSession(page, newsroom.server, 'vera');
  await page.goto(`/__admin${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

async function requestTurn(reason: string): Promise<number> {
  const payload = JSON.stringify({ agent_id: 'ada', reason });
  const row = { run_id: 'run-1', type: 'agent.turn_requested', payload, at: new Date() };
  const { id } = await newsroom.server.database.db
    .insertInto('run_events')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const usage = { model: 'large-4', inputTokens: 12_345, outputTokens: 678, usd: 0.0421 };
const input = { path: 'content/posts/ink.md', old: 'blak', new: 'black' };
const events: readonly SessionEvent[] = [
  { kind: 'prompt', text: 'You are ada. Mend the ink.' },
  { kind: 'thinking', text: 'The file may have a typo.' },
  { kind: 'message', text: `I look at the **text** first.\n\n- one\n- two\n\n${hostile}` },
  { kind: 'tool_call', id: 'c1', tool: 'repo_read_file', input: { path: input.path } },
  { kind: 'tool_result', id: 'c1', text: '{"text":"Ink is blak."}', isError: false },
  { kind: 'tool_call', id: 'c2', tool: 'proposal_edit', input },
  { kind: 'tool_result', id: 'c2', text: 'No such proposal', isError: true },
  { kind: 'output', text: 'warning: slow network\n  at line 3' },
  { kind: 'usage', usage },
];

test('a run lists its turns with reason, outcome and cost, and finds them by their text', async () => {
  const turn = await requestTurn('task t1');
  await rows.addSession('s-list', { agent: 'ada', events, status: 'ended', turn });
  await rows.addSession('s-login', {
    agent: 'bo',
    minute: 5,
    events: [{ kind: 'error', code: 'sign_in', text: 'Please log in.' }],
    status: 'ended',
  });
  await using page = await openPage('/runs/run-1');
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text });
  await row('Task t1').getByText('13,023 tokens').waitFor();
  await row('Task t1').getByText('$0.0421').waitFor();
  await row('bo').getByText('The agent isn’t signed in').waitFor();
  await expectUsable(page, 'run-turns');
  await page.getByLabel('Search turns').fill('BLAK');
  await expect.poll(() => row('The agent isn’t signed in').count()).toBe(0);
  await page.getByLabel('Search turns').fill('nothing like it');
  await page.getByText('No turns contain this text').waitFor();
  await page.getByLabel('Search turns').fill('');
  await page.getByRole('link', { name: 'Task t1' }).click();
  await page.getByRole('heading', { level: 1, name: 'ada: Task t1' }).waitFor();
  await page.getByRole('link', { name: 'Run', exact: true }).click();
  await page.getByText('Task t1').waitFor();
});

test('a transcript shows messages, tool calls with results, files and usage, and escapes hostile text', async () => {
  await rows.addSession('s-whole', { agent: 'ada', events, status: 'ended' });
  await using page = await openPage('/runs/run-1/turns/s-whole');
  const transcript = page.getByRole('list', { name: 'Transcript' });
  await transcript.getByText(hostile).waitFor();
  const call = (tool: string) => transcript.getByRole('listitem').filter({ hasText: tool });
  await expect.poll(() => call('proposal_edit').getByText('Failed').count()).toBe(1);
  await call('repo_read_file').locator('summary').click();
  await call('repo_read_file').getByText('"text": "Ink is blak."').waitFor();
  await call('proposal_edit').locator('summary').click();
  await call('proposal_edit').getByText('"old": "blak"').waitFor();
  await call('proposal_edit').getByText('No such proposal').waitFor();
  await transcript.getByText('12,345 in, 678 out · $0.0421 · large-4').waitFor();
  const files = page.getByRole('complementary').getByRole('listitem');
  expect(await files.allTextContents()).toEqual([input.path]);
  expect(await page.title()).not.toBe('1');
  await expectUsable(page, 'transcript');
  await expectNarrow(page);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied.').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const lines = (await readFile(await (await saved).path(), 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(events.length);
  expect(JSON.parse(lines[0]!)).toMatchObject({ kind: 'prompt', session_id: 's-whole' });
});

test('a running turn is followed live, until it ends', async () => {
  await rows.addSession('s-live', { agent: 'ada' });
  await using page = await openPage('/runs/run-1/turns/s-live');
  await page.getByText('What the agent says appears here while it runs.').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await rows.addSessionEvents('s-live', { kind: 'message', text: 'First I read.' });
  await page.getByText('First I read.').waitFor();
  await rows.addSessionEvents('s-live', { kind: 'message', text: 'Then I write.' });
  await page.getByText('Then I write.').waitFor();
  await expectUsable(page, 'transcript-live');
  await newsroom.server.database.db
    .updateTable('agent_sessions')
    .set({ status: 'ended', ended_at: new Date() })
    .where('id', '=', 's-live')
    .execute();
  await expect.poll(() => page.getByText('Live', { exact: true }).count()).toBe(0);
  await page.getByText('Ended', { exact: true }).first().waitFor();
});

test('a long transcript is shown in parts', async () => {
  const many = Array.from(
    { length: 1_250 },
    (_, index) => ({ kind: 'message', text: `Line ${index}.` }) as const,
  );
  await rows.addSession('s-long', { agent: 'ada', events: many, status: 'ended' });
  await using page = await openPage('/runs/run-1/turns/s-long');
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText('Line 1249.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  expect(await page.getByText('Line 700.').count()).toBe(1);
});

test('missing, silent and removed transcripts are explained, in German too', async () => {
  await rows.addSession('s-silent', { agent: 'ada', status: 'ended' });
  await using page = await openPage('/runs/run-1/turns/s-silent', 'de-DE');
  await page.getByText('Der Agent hat nichts gesagt.').waitFor();
  await expectUsable(page, 'transcript-german');
  await newsroom.server.database.db
    .updateTable('agent_sessions')
    .set({ events_removed_at: new Date(), event_count: 5 })
    .where('id', '=', 's-silent')
    .execute();
  await page.reload();
  await page.getByText('Mitschrift gelöscht').waitFor();
  page.expects(404);
  await page.goto('/__admin/runs/run-1/turns/none');
  await page.getByText('Zug nicht gefunden').waitFor();
});
