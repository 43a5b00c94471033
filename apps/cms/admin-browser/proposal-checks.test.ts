import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../../../scripts/admin-build.ts';
import { AgentNewsroom } from '../agents/fixtures.ts';
import { addSession, expectNarrow, expectUsable } from './fixtures.ts';

const pen = 'content/posts/pen.md';
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

test('ADD-CHECK-5: a proposal shows which checks failed and why, and is accepted after a confirmation', async () => {
  const broken = (text: string) => text.replace('Pens rite.', 'Pens [write](ikn.md).');
  const id = await newsroom.propose(await newsroom.diff(pen, broken));
  await newsroom.reviewed('posts/pen.md', 'Pens [write]');
  await using page = await openPage(`/proposals/${id}`);
  await page.getByText('Checks failed', { exact: true }).waitFor();
  await page.getByText('Failed: Links. You can still accept').waitFor();
  const rowOf = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  const links = rowOf('Links');
  await links.getByText('Failed', { exact: true }).waitFor();
  await links
    .getByText('posts/pen.md, line 6: no document at posts/ikn.md; did you mean posts/ink.md?')
    .waitFor();
  await rowOf('Fields').getByText('Passed', { exact: true }).waitFor();
  await expectUsable(page, 'proposal-checks');
  await expectNarrow(page);

  await page.keyboard.press('a');
  const dialog = page.getByRole('dialog', { name: 'Accept this proposal?' });
  await dialog.getByText('These checks failed: Links.').waitFor();
  await expectUsable(page, 'proposal-checks-accept');
  await dialog.getByRole('button', { name: 'Accept anyway' }).click();
  await page.getByText('Proposal accepted.').waitFor();
  expect((await newsroom.proposal(id)).status).toBe('accepted');
});

test('ADD-CHECK-5: the list of proposals shows their checks, in German too', async () => {
  const ink = 'content/posts/ink.md';
  const broken = (text: string) => text.replace('Ink is blak.', '![](../media/gone.png)');
  const id = await newsroom.propose(await newsroom.diff(ink, broken));
  await newsroom.reviewed('posts/ink.md', 'gone.png');
  await using page = await openPage('/runs', { locale: 'de-DE' });
  await page.getByText('Prüfungen fehlgeschlagen', { exact: true }).first().waitFor();
  await page.goto(`/__admin/proposals/${id}`);
  await page.getByText('Automatische Prüfungen', { exact: true }).waitFor();
  await page.getByText('Fehlgeschlagen', { exact: true }).first().waitFor();
  await page.getByText('Bestanden', { exact: true }).waitFor();
  await expectUsable(page, 'proposal-checks-german');
});
