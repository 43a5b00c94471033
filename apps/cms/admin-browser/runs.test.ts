import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { RunEventRepository } from '@galley/runcoord';
import { serverCount, TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../../../scripts/admin-build.ts';
import { AgentNewsroom } from '../agents/fixtures.ts';
import { WorkRows } from '../runs/fixtures.ts';
import { expectUsable, addSession } from './fixtures.ts';

const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
const ink = 'content/posts/ink.md';
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

async function openPage(
  path: string,
  username = 'eve',
  options: Parameters<TestBrowser['open']>[1] = {},
): Promise<TestPage> {
  const page = await browser.open(newsroom.server, options);
  await addSession(page, newsroom.server, username);
  await page.goto(`/__admin${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const notes = (text: string): Promise<string> =>
  newsroom.diff('notes.txt', (before) => before + text);

async function attach(id: string, patch: string): Promise<void> {
  const about = { proposal_id: id, base_revision: await newsroom.head(), attached_by: 'ada' };
  await newsroom.server.database.db
    .insertInto('proposal_patches')
    .values({ ...about, patch, sha256: sha256(patch), attached_at: new Date() })
    .execute();
  const payload = { proposal_id: id, agent_id: 'ada' };
  const event = {
    runId: 'run-1',
    type: 'proposal.patch_attached',
    payload,
    at: new Date(),
  } as const;
  await new RunEventRepository(newsroom.server.database.db).append([event]);
}

const button = (page: TestPage, name: string | RegExp) => page.getByRole('button', { name });

test('a board shows agents and tasks, and escapes hostile text', async () => {
  await rows.addTask('t1', { runId: 'run-1', agent: 'ada', status: 'in_progress' });
  await rows.addTask('t2', { runId: 'run-1', status: 'blocked' });
  await rows.addTask(hostile, { runId: 'run-1' });
  await rows.addTask('t4', { runId: 'run-1', status: 'done' });
  await rows.addClaim('ink', 'run-1');
  await rows.addProposal('p-hostile', { by: hostile, status: 'pending' });
  const patch_sha256 = await rows.addPatch(
    'p-hostile',
    `--- a/${hostile}\n+++ b/${hostile}\n@@ -1 +1 @@\n-a\n+${hostile}\u202e\n`,
  );
  // Already submitted; otherwise a coordinator would request its review and send it back.
  await newsroom.server.database.db
    .insertInto('proposal_submissions')
    .values({ proposal_id: 'p-hostile', patch_sha256, submitted_at: new Date(), refusal: null })
    .execute();
  await rows.addRequest('ask', { runId: 'run-1', proposalId: 'p-hostile', by: 'chair-1' });
  await using page = await openPage('/runs');
  await page.getByRole('heading', { name: 'Mend' }).waitFor();
  await page.getByText('Live updates', { exact: true }).waitFor();
  const active = page.getByRole('region', { name: 'In progress' });
  await active.getByText('Task t1', { exact: true }).waitFor();
  await expect.poll(() => active.getByText('ada').count()).toBe(1);
  await page.getByText(`Task ${hostile}`, { exact: true }).waitFor();
  await page.getByText('file:ink').waitFor();
  await expectUsable(page, 'board');

  await button(page, 'Review request').click();
  await page.getByRole('dialog').getByText('Approving records your agreement').waitFor();
  await page.getByRole('dialog').getByText('1 line added').waitFor();
  await expectUsable(page, 'approval');
  await page.getByLabel('Note (optional)').fill('Fine.');
  await button(page, 'Approve').click();
  await page.getByText('Approval recorded.').waitFor();
  await page.getByText('No approvals pending').waitFor();

  await page.goto('/__admin/proposals/p-hostile');
  await page.getByRole('region', { name: hostile }).getByText('⟨U+202E⟩').waitFor();
  await button(page, 'Reject').click();
  await page.getByRole('dialog').waitFor();
  await expectUsable(page, 'proposal-reject');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await page.getByText('Proposal rejected.').waitFor();
  expect(await page.title()).not.toBe('1');
});

test('a proposal is accepted as read; one with a newer patch must be read again', async () => {
  const id = await newsroom.propose(await notes('Read me.\n'));
  await using page = await openPage(`/proposals/${id}`);
  await page.getByText('Read me.').waitFor();
  await page.getByText('up to date').waitFor();
  await attach(id, await notes('Read me twice.\n'));
  await page.getByText('New patch available', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Read me twice.').count()).toBe(0);
  const accept = button(page, /^Accept/);
  await expect.poll(() => accept.getAttribute('aria-disabled')).toBe('true');
  await button(page, 'Show new patch').click();
  await page.getByText('Read me twice.').waitFor();
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'Accept this proposal?' }).waitFor();
  await expectUsable(page, 'proposal-accept');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await page.getByText('Proposal accepted.').waitFor();
  await button(page, /^Roll back/).waitFor();
  expect(await newsroom.committed('notes.txt')).toContain('Read me twice.');
  await button(page, /^Roll back/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click();
  await page.getByText('Rolled back by eve').waitFor();
  expect(await newsroom.committed('notes.txt')).not.toContain('Read me');
});

test('votes of agents are shown with their patch, and accepting an outdated patch is refused', async () => {
  const id = await newsroom.propose(await notes('Moved.\n'));
  const { patch } = await newsroom.proposal(id);
  const { db } = newsroom.server.database;
  const at = { proposal_id: id, cast_at: new Date() };
  for (const agent of ['critic-1', 'critic-2', 'critic-3']) await rows.addAgent(agent);
  await db
    .insertInto('votes')
    .values([
      {
        ...at,
        agent_id: 'critic-1',
        decision: 'approve',
        comment: 'Well done.',
        patch_sha256: patch.sha256,
      },
      {
        ...at,
        agent_id: 'critic-2',
        decision: 'reject',
        comment: hostile,
        patch_sha256: sha256('old'),
      },
      { ...at, agent_id: 'critic-3', decision: 'abstain', comment: '', patch_sha256: patch.sha256 },
    ])
    .execute();
  await using page = await openPage(`/proposals/${id}`);
  const vote = (agent: string) => page.getByRole('listitem').filter({ hasText: agent });
  await vote('critic-1').getByText('For', { exact: true }).waitFor();
  await vote('critic-2').getByText(hostile).waitFor();
  await vote('critic-2')
    .getByText(/on an earlier patch/)
    .waitFor();
  await vote('critic-3').getByText('Abstained', { exact: true }).waitFor();
  await expect.poll(() => vote('critic-1').textContent()).not.toContain('earlier');

  await button(page, /^Accept/).click();
  const dialog = page.getByRole('dialog', { name: 'Accept this proposal?' });
  await dialog.getByLabel('Note (optional)').fill('Good.');
  await newsroom.server.write('notes.txt', 'By another hand.\n');
  await newsroom.commit('Meanwhile');
  page.expects(409);
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await dialog.getByText(/notes\.txt changed/).waitFor();
  await expect.poll(() => dialog.getByLabel('Note (optional)').inputValue()).toBe('Good.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const moved = page.getByRole('alert').filter({ hasText: 'The files have changed since' });
  await moved.getByText('notes.txt – changed since').waitFor();
  await expect.poll(() => button(page, /^Accept/).getAttribute('aria-disabled')).toBe('true');
  await expectUsable(page, 'proposal-moved');
});

test('a revision request takes a note, and a patch to a document links to its review', async () => {
  const black = await newsroom.diff(ink, (text) => text.replace('blak', 'black'));
  const id = await newsroom.propose(`${black}${await notes('More.\n')}`);
  await newsroom.reviewed('posts/ink.md', 'Ink is black.');
  await using page = await openPage(`/proposals/${id}`);
  await page.getByRole('link', { name: 'Review the draft' }).waitFor();
  await expectUsable(page, 'proposal');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect
    .poll(() => page.evaluate('document.activeElement.textContent'))
    .toContain('notes.txt');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Request a revision of this proposal?' });
  await dialog.getByRole('button', { name: 'Request revision' }).click();
  await dialog.getByText('so the agent can act on it').waitFor();
  await dialog.getByLabel(/^Note to the agent/).fill('Two commas, please.');
  await dialog.getByRole('button', { name: 'Request revision' }).click();
  await page.getByText('Note to the agent: Two commas, please.').waitFor();
  expect(await newsroom.proposal(id)).toMatchObject({ status: 'revision_requested' });
});

test('events appear without reloading, by type and with their data', async () => {
  await using page = await openPage('/runs/run-1');
  const feed = page.getByRole('region', { name: 'Events' });
  await page.getByText('Live updates', { exact: true }).waitFor();
  await button(page, /^Hold/).click();
  const id = await newsroom.propose(await notes('Live.\n'));
  await button(page, /^Follow · \d+ new events/).click();
  await feed.getByText('ada proposed “Mend it”').first().waitFor();
  await expectUsable(page, 'run');
  await button(page, /Type/).click();
  await page.getByRole('option', { name: 'proposal.created' }).click();
  await expect.poll(() => feed.getByText('proposal.patch_attached').count()).toBe(0);
  await button(page, 'Show payload').first().click();
  await feed.getByText(`"proposal_id": "${id}"`).waitFor();
  expect(page.url()).toContain('type=proposal.created');
});

test('a run is paused, resumed, stopped by force after confirmation, and started with a goal', async () => {
  await using page = await openPage('/runs');
  await button(page, /^Force stop/).click();
  const sure = page.getByRole('alertdialog', { name: 'Force stop this run?' });
  await expectUsable(page, 'run-force-stop');
  await sure.getByRole('button', { name: 'Cancel' }).click();
  expect((await newsroom.eve.get('/api/v1/workspaces/press/runs/status')).json()).toMatchObject({
    state: 'active',
  });
  await button(page, /^Pause/).click();
  await page.getByText('Run paused. Agents take no new work.').waitFor();
  await page.getByText('Paused', { exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Resume' })
    .click();
  await page.getByText('Run resumed.').waitFor();
  await button(page, /^Force stop/).click();
  await sure.getByLabel('Reason').fill('Enough.');
  await sure.getByRole('button', { name: 'Force stop' }).click();
  await page.getByText('Stopped', { exact: true }).waitFor();
  await button(page, /^Reopen/).click();
  await page.getByText('Run reopened.').waitFor();
  await page.getByText('Active', { exact: true }).waitFor();
  await button(page, 'New run').click();
  const start = page.getByRole('dialog').getByRole('button', { name: 'Start run' });
  await start.click();
  await page.getByText('Enter a goal.').waitFor();
  await page.getByLabel(/^Goal/).fill('Mend all links.');
  await expectUsable(page, 'run-new');
  await start.click();
  await page.getByRole('heading', { name: 'Mend all links.' }).waitFor();
  await page.goto('/__admin/runs');
  await page.getByRole('heading', { name: 'Mend all links.' }).waitFor();
  const outcome = serverCount > 1 ? /^Work remains/ : 'No coordinator has picked up this run yet.';
  await page.getByText(outcome).waitFor();
  const status = serverCount > 1 ? 'Active' : 'Waiting for a coordinator';
  await page.getByRole('region', { name: 'Run' }).getByText(status, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'All runs' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Mend all links.' });
  await row.getByText(status, { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Mend', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Mend', exact: true }).waitFor();
  await expectUsable(page, 'runs');
});

test('ADD-RUN-1: the board shows one run at a time, and each run has its own actions', async () => {
  await rows.addRun('run-old', { goal: 'Set the old type', minute: -9_000 });
  await rows.addTask('t-old', { runId: 'run-old' });
  await rows.addTask('t-new', { runId: 'run-1' });
  await using page = await openPage('/runs');
  await button(page, /Run shown/).click();
  await page.getByRole('option', { name: /Set the old type/ }).click();
  await page.getByRole('heading', { name: 'Set the old type' }).waitFor();
  await page.getByText('Task t-old', { exact: true }).waitFor();
  expect(await page.getByText('Task t-new', { exact: true }).count()).toBe(0);
  expect(page.url()).toContain('run=run-old');
  await expectUsable(page, 'board-of-run');
  await page.goto('/__admin/runs/run-old');
  await button(page, /^Pause/).click();
  await page.getByText('Paused by a person. Resume the run to continue.').waitFor();
  const states = await newsroom.server.database.db
    .selectFrom('runs')
    .select('status')
    .where('id', '=', 'run-old')
    .execute();
  expect(states).toEqual([{ status: 'paused-intake' }]);
  await button(page, /^Resume/)
    .first()
    .click();
  await page.getByText('Run resumed.').waitFor();
});

test('a worker’s token is shown once, and revoked', async () => {
  await using page = await openPage('/runs?tab=tokens');
  const now = page.getByRole('link', { name: 'Current run' });
  await expect.poll(() => now.getAttribute('aria-current')).toBeNull();
  await button(page, 'Create token').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await dialog.getByText('Choose an agent.').waitFor();
  await dialog.getByRole('button', { name: /Agent/ }).click();
  await page.getByRole('option', { name: 'ada' }).click();
  await dialog.getByRole('button', { name: /Run/ }).click();
  await page.getByRole('option').first().click();
  await expectUsable(page, 'new-token');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect
    .poll(() => page.getByLabel('Token', { exact: true }).inputValue())
    .toMatch(/^galley_worker_/);
  await expectUsable(page, 'made-token');
  await button(page, 'I’ve saved the token').click();
  await expectUsable(page, 'tokens');
  await button(page, /^Revoke/)
    .first()
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Token revoked.').waitFor();
  await page.getByText('Revoked', { exact: true }).waitFor();
});

test('a reviewer sees why they cannot control a run, in English and German', async () => {
  await using page = await openPage('/runs', 'vera', { locale: 'de-DE' });
  await page.getByRole('heading', { level: 1, name: 'Läufe' }).waitFor();
  const pause = button(page, /^Pausieren\s*: Ihre Rolle darf Läufe ansehen, aber nicht steuern/);
  await pause.waitFor();
  await expect.poll(() => pause.getAttribute('aria-disabled')).toBe('true');
  await expect.poll(() => page.getByRole('link', { name: 'Worker-Tokens' }).count()).toBe(0);
});

test('missing records are reported with the next step', async () => {
  await using page = await openPage('/proposals/none');
  page.expects(404);
  await page.getByText('Proposal not found').waitFor();
  await page.goto('/__admin/runs/none');
  await page.getByText('Run not found').waitFor();
});
