import { TestBrowser, type TestPage } from '@galley/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { TestServer } from '../fixtures.ts';
import {
  contactPage,
  formSettings,
  goodEntry,
  sendForm,
  storedEntries,
} from '../forms/fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';

let browser: TestBrowser;
let server: TestServer;

const site = (theme: string) =>
  `title: The Quoin\ntheme: ${theme}\nmenu: [{ title: Contact, url: /contact/ }]\n${formSettings}`;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    TestBrowser.start(),
    startWithAdmin({
      config: { limits: { form_entries_per_minute: 0 } },
      files: {
        'content/config/site.yaml': site('default'),
        'content/pages/contact.md': contactPage,
      },
    }),
  ]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function expectReadable(page: TestPage, name: string): Promise<void> {
  await expectUsable(page, name);
  await expectNarrow(page);
}

describe.each(['default', 'documentation'])('ADD-INT-9: a form in the theme %s', (theme) => {
  beforeAll(async () => {
    await server.database.db.deleteFrom('form_entries').execute();
    await server.write('content/config/site.yaml', site(theme));
    const probe = server.visitor();
    await vi.waitFor(
      async () =>
        expect((await probe.get('/contact/')).text.includes('class="sidebar"')).toBe(
          theme === 'documentation',
        ),
      { timeout: 30_000, interval: 20 },
    );
  });

  test.each([true, false])('is sent with JavaScript %s, and tells faults', async (hasScripts) => {
    await using page = await browser.open(server, { javaScriptEnabled: hasScripts });
    await page.goto('/contact/');
    if (hasScripts) await expectReadable(page, `form-${theme}`);
    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Topic').selectOption('Correction');
    await page.getByLabel('Message').fill('A missing e.');
    await page.getByLabel('I agree').check();
    expect(await page.getByLabel('Leave this field empty.').isVisible()).toBe(false);
    // An address for the browser, which checks the fields first.
    await page.getByLabel('Site').fill('mailto:ada@example.org');
    page.expects(422);
    await page.getByRole('button', { name: 'Send letter' }).click();
    await page.getByText('Please enter a web address').waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Ada');
    expect(await page.getByLabel('Topic').inputValue()).toBe('Correction');
    expect(await page.getByLabel('I agree').isChecked()).toBe(true);
    if (hasScripts) await expectReadable(page, `form-${theme}-faults`);
    await page.getByLabel('Site').fill('https://example.org/');
    await page.getByRole('button', { name: 'Send letter' }).click();
    await page.getByText('Thank you. Your message has arrived.').waitFor();
    if (hasScripts) await expectReadable(page, `form-${theme}-sent`);
    await page.reload();
    await page.getByText('Thank you.').waitFor();
    const entries = await storedEntries(server);
    expect(entries).toHaveLength(hasScripts ? 1 : 2);
    expect(entries.at(-1)!.fields).toMatchObject({ name: 'Ada', topic: 'Correction' });
  });
});

test('ADD-INT-11: an administrator reads, downloads and deletes entries', async () => {
  const visitor = server.visitor();
  await server.database.db.deleteFrom('form_entries').execute();
  await sendForm(visitor, { ...goodEntry, name: 'Bo', topic: 'Question' });
  await sendForm(visitor, {
    ...goodEntry,
    name: 'Cy',
    site: `https://example.org/${'x'.repeat(300)}`,
  });
  await using page = await browser.open(server);
  await addSession(page, server, 'ada');
  await page.goto('/__admin/forms');
  await page.getByText('2 entries.').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Cy' }).getByText('Second line').waitFor();
  await expectReadable(page, 'forms');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await downloading).suggestedFilename()).toBe('contact.csv');

  await page
    .getByRole('listitem')
    .filter({ hasText: 'Bo' })
    .getByRole('button', { name: /^Delete the entry/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 entry.').waitFor();
  await page.getByRole('button', { name: 'Delete all' }).click();
  await expectUsable(page, 'forms-delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
  await page.getByText('No entries yet').waitFor();
  expect(await storedEntries(server)).toEqual([]);
  await expectUsable(page, 'forms-empty');
});

test('ADD-INT-9: an administrator defines a form in the settings', async () => {
  await server.write('content/config/site.yaml', 'title: The Quoin\n');
  await using page = await browser.open(server);
  await addSession(page, server, 'ada');
  await page.goto('/__admin/forms');
  await page.getByText('No forms yet').waitFor();
  await expectUsable(page, 'forms-none');
  await page.getByRole('link', { name: 'Define forms' }).click();
  await page.getByRole('heading', { name: 'Forms' }).first().waitFor();
  await expectUsable(page, 'forms-settings');
});
