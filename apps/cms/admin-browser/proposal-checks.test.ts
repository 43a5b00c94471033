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
  for (const [name, text] of [
    ['nib', 'Nibs wear.'],
    ['pot', 'Pots hold.'],
  ] as const)
    await newsroom.server.write(
      `content/posts/${name}.md`,
      `---\ntitle: ${name === 'nib' ? 'Nib' : 'Pot'}\nworkflow: published\n---\n${text}\n`,
    );
  await newsroom.commit('More documents');
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

test('ADD-CHECK-9: the page of a proposal opens previews of its documents, which have no scripts', async () => {
  const path = 'content/posts/fresh.md';
  const id = await newsroom.propose(
    (await newsroom.diff('content/posts/nib.md', (text) =>
      text.replace('Nibs wear', 'Nibs shine'),
    )) +
      `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n` +
      '@@ -0,0 +1,4 @@\n+---\n+title: Fresh\n+---\n+New text.\n',
  );
  await using page = await openPage(`/proposals/${id}`);
  const rowOf = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
  await rowOf('posts/fresh.md').getByText('New', { exact: true }).waitFor();
  await rowOf('posts/nib.md').getByText('Changed', { exact: true }).waitFor();
  await expectUsable(page, 'proposal-documents');
  await expectNarrow(page);
  const link = page.getByRole('link', { name: 'Preview “Nib” in a new tab' });
  expect(await link.getAttribute('target')).toBe('_blank');
  await page.goto((await link.getAttribute('href'))!);
  await page.getByRole('heading', { level: 1, name: 'Nib' }).waitFor();
  const frame = page.locator('iframe');
  expect(await frame.getAttribute('sandbox')).toBe('');
  await frame.contentFrame().getByText('Nibs shine').waitFor();
  await frame.contentFrame().getByText('Preview, not published').waitFor();
  await expectUsable(page, 'proposal-preview');
  await expectNarrow(page);
});

test('ADD-CHECK-9: deleted documents have no preview, in German and on a narrow screen', async () => {
  const pot = 'content/posts/pot.md';
  const lines = (await newsroom.committed(pot)).trimEnd().split('\n');
  const id = await newsroom.propose(
    `diff --git a/${pot} b/${pot}\ndeleted file mode 100644\n--- a/${pot}\n+++ /dev/null\n` +
      `@@ -1,${lines.length} +0,0 @@\n${lines.map((line) => `-${line}\n`).join('')}` +
      'diff --git a/content/posts/nib.md b/content/posts/tip.md\nsimilarity index 100%\n' +
      'rename from content/posts/nib.md\nrename to content/posts/tip.md\n',
  );
  const narrow = { locale: 'de-DE', viewport: { width: 360, height: 740 } };
  await using page = await openPage(`/proposals/${id}`, narrow);
  await page.getByText('Seine Seite wird entfernt.').waitFor();
  await page.getByText('Bisher posts/nib.md').waitFor();
  await page.getByRole('link', { name: 'Vorschau von „Nib“ in einem neuen Tab' }).waitFor();
  expect(await page.getByRole('link', { name: /^Vorschau von/ }).count()).toBe(1);
  await expectUsable(page, 'proposal-documents-narrow');
  await page.goto(`/__admin/proposals/${id}/preview/posts/tip.md`);
  await page.getByText('Nach der Annahme:').waitFor();
  await page.locator('iframe').contentFrame().getByText('Nibs wear').waitFor();
  await expectUsable(page, 'proposal-preview-narrow');
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
  await page.getByText('Bestanden', { exact: true }).first().waitFor();
  await expectUsable(page, 'proposal-checks-german');
});
