import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '@galley/kernel';
import { TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../../../scripts/admin-build.ts';
import { AgentNewsroom } from '../agents/fixtures.ts';
import { addSession, expectNarrow, expectUsable } from './fixtures.ts';

const lines = Array.from({ length: 30 }, (_, at) => `Word ${at + 1}.\n`).join('');
const added =
  'diff --git a/added.txt b/added.txt\nnew file mode 100644\n--- /dev/null\n+++ b/added.txt\n@@ -0,0 +1 @@\n+Added.\n';
let newsroom: AgentNewsroom;
let browser: TestBrowser;

beforeAll(async () => {
  await ensureAdminBuilt();
  [newsroom, browser] = await Promise.all([AgentNewsroom.open('.', 'press'), TestBrowser.start()]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await newsroom[Symbol.asyncDispose]();
});

async function openPage(
  path: string,
  options: Parameters<TestBrowser['open']>[1] = {},
): Promise<TestPage> {
  const page = await browser.open(newsroom.server, options);
  await addSession(page, newsroom.server, 'eve');
  await page.goto(`/__admin${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

const button = (page: TestPage, name: string | RegExp) => page.getByRole('button', { name });

/** Three hunks of a new file of words, and another new file. */
async function proposeWords(): Promise<{ readonly id: string; readonly path: string }> {
  const path = `words-${newId()}.txt`;
  await newsroom.server.write(path, lines);
  await newsroom.commit('Words');
  const patch = await newsroom.diff(path, (text) =>
    [3, 15, 27].reduce((all, at) => all.replace(`Word ${at}.\n`, `Term ${at}.\n`), text),
  );
  return {
    id: await newsroom.propose(patch + added.replaceAll('added', `${path.slice(0, -4)}-too`)),
    path,
  };
}

test('ADD-RUN-20: a person accepts two of four changes with the keyboard', async () => {
  const { id, path } = await proposeWords();
  // Until the checks have finished, the dialog offers to accept anyway.
  await expect.poll(async () => (await newsroom.proposal(id)).checks_state).not.toBe('pending');
  await using page = await openPage(`/proposals/${id}`);
  const choices = page.getByRole('checkbox', { name: /^Accept this change/ });
  await expect.poll(() => choices.count()).toBe(4);
  await choices.nth(1).focus();
  await page.keyboard.press('Space');
  await button(page, /^Accept 3 of 4 changes/).waitFor();
  await choices.nth(3).focus();
  await page.keyboard.press('Space');
  await expectUsable(page, 'proposal-hunks');
  await button(page, /^Accept 2 of 4 changes/).waitFor();
  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Accept this proposal?' });
  await dialog.getByText('2 changes are left out', { exact: false }).waitFor();
  await expectUsable(page, 'proposal-hunks-accept');
  await dialog.getByRole('button', { name: 'Accept 2 of 4 changes' }).click();
  await page.getByText('Selected changes accepted.').waitFor();
  await expect.poll(() => page.getByText('Left out', { exact: true }).count()).toBe(2);
  await expectUsable(page, 'proposal-hunks-accepted');
  const text = await newsroom.committed(path);
  expect(text.match(/Term \d+/g)).toEqual(['Term 3', 'Term 27']);
});

test('ADD-RUN-20: without any chosen change, the button says why it is disabled', async () => {
  const { id } = await proposeWords();
  await using page = await openPage(`/proposals/${id}`);
  const choices = page.getByRole('checkbox', { name: /^Accept this change/ });
  await expect.poll(() => choices.count()).toBe(4);
  for (const at of [0, 1, 2, 3]) {
    await choices.nth(at).focus();
    await page.keyboard.press('Space');
  }
  const accept = button(page, /^Accept 0 of 4 changes/);
  await expect.poll(() => accept.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('a');
  await page.getByText('Select at least one change, or reject the proposal').first().waitFor();
});

test('ADD-RUN-22: comments are written with the keyboard, survive a closed tab, and are sent with the return', async () => {
  const { id, path } = await proposeWords();
  await using page = await openPage(`/proposals/${id}`);
  const line = page.getByRole('button', { name: 'Comment on removed line 3', exact: true });
  await line.waitFor();
  await page.getByRole('button', { name: 'Comment on line 2', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
    'Comment on removed line 3',
  );
  await page.keyboard.press('Enter');
  const box = page.getByRole('textbox', { name: 'Comment on removed line 3' });
  await box.fill('Why not this word?');
  await expectUsable(page, 'proposal-comment');
  await page.keyboard.press('Escape');
  await page.getByText('Draft, sent when you request a revision').waitFor();
  await page.goto('about:blank');
  await page.goto(`/__admin/proposals/${id}`);
  await page.getByText('Why not this word?').waitFor();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'Request a revision of this proposal?' });
  await dialog.getByText('Also sends 1 comment on lines.').waitFor();
  await expectUsable(page, 'proposal-comment-send');
  await dialog.getByRole('button', { name: 'Request revision' }).click();
  await page.getByText('Revision requested.').waitFor();
  await page.getByText('Why not this word?').waitFor();
  await expect.poll(() => page.getByText('Draft, sent when').count()).toBe(0);

  await newsroom.revise(
    id,
    await newsroom.diff(path, (text) => text.replace('Word 9.', 'Term 9.')),
  );
  await button(page, 'Show new patch').click();
  await page.getByRole('heading', { name: 'Comments on other patches' }).waitFor();
  const outdated = page.getByRole('listitem').filter({ hasText: 'Why not this word?' });
  await outdated.getByText('Word 3.').waitFor();
  await expectUsable(page, 'proposal-comment-outdated');
  await expectNarrow(page);
});

test('ADD-RUN-22: two tabs keep the drafts of each other, on different lines', async () => {
  const { id } = await proposeWords();
  await using page = await openPage(`/proposals/${id}`);
  const other = await page.context().newPage();
  await other.goto(`${newsroom.server.url}/__admin/proposals/${id}`);
  const write = async (
    tab: Pick<TestPage, 'getByRole' | 'keyboard'>,
    line: string,
    text: string,
  ) => {
    await tab.getByRole('button', { name: line, exact: true }).click();
    await tab.getByRole('textbox', { name: line }).fill(text);
    await tab.keyboard.press('Escape');
  };
  // Both tabs have read the drafts before either writes.
  await other.getByRole('button', { name: 'Comment on line 2', exact: true }).waitFor();
  await write(page, 'Comment on line 2', 'From the first tab.');
  await write(other, 'Comment on removed line 3', 'From the second tab.');
  for (const tab of [page, other]) {
    await tab.getByText('From the first tab.').waitFor();
    await tab.getByText('From the second tab.').waitFor();
  }
  await page.reload();
  await page.getByText('From the first tab.').waitFor();
  await page.getByText('From the second tab.').waitFor();
});

test('ADD-RUN-20, ADD-RUN-22: the page works narrow, and in German', async () => {
  const { id } = await proposeWords();
  await using page = await openPage(`/proposals/${id}`, {
    locale: 'de-DE',
    viewport: { width: 360, height: 740 },
  });
  const choices = page.getByRole('checkbox', { name: /^Diese Änderung annehmen/ });
  await expect.poll(() => choices.count()).toBe(4);
  await choices.first().focus();
  await page.keyboard.press('Space');
  await button(page, /^3 von 4 Änderungen annehmen/).waitFor();
  await page.getByRole('button', { name: 'Zeile 15 kommentieren', exact: true }).click();
  await page.getByRole('textbox', { name: 'Zeile 15 kommentieren' }).fill('Warum?');
  await expectUsable(page, 'proposal-hunks-narrow');
});
