import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { admin, type TestServer } from '../fixtures.ts';
import { enable } from '../plugins/fixtures.ts';
import { openEditor, waitForSave } from './editor.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

const manifest = (more = '') => `
name: reviews
version: 1.0.0
permissions: [check, endpoints]
checks: [document.save, document.publish]
fields:
  - { name: score, label: Score, type: number, whole: true, min: 1, max: 5, input: stars }
  - { name: heat, label: Heat, type: number, min: 0, max: 10, input: slider }
endpoints: [{ method: GET, path: /scores }]
${more}`;

const module = (publish: string) => `
export const checks = {
  'document.save': () => undefined,
  'document.publish': ({ frontmatter }) => ${publish},
};
export const endpoints = { 'GET /scores': () => [] };
`;

const cover = "(frontmatter.image ? undefined : { field: 'image', message: 'Add a cover.' })";

vi.setConfig({ testTimeout: 120_000 });

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  [browser, server] = await Promise.all([
    TestBrowser.start(),
    startWithAdmin({
      files: {
        'plugins/reviews/plugin.yaml': manifest(),
        'plugins/reviews/index.js': module(cover),
        'content/config/custom-fields.yaml':
          'types:\n  post:\n    - { name: mark, label: Mark, type: plugin, format: reviews/score }\n    - { name: heat, type: plugin, format: reviews/heat }\n',
        'content/posts/ink.md': '---\ntitle: Ink\nworkflow: draft\n---\nText.\n',
      },
    }),
  ]);
  await enable(server, 'reviews');
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function open(options = {}): Promise<TestPage> {
  const page = await browser.open(server, options);
  await addSession(page, server, admin.username);
  return page;
}

test('ADD-PLUG-10: a field of a plugin has its input, by keyboard, and a refusal stands at its field', async () => {
  await using page = await open();
  page.expects(422);
  await openEditor(page, 'posts/ink.md');
  const mark = page.getByRole('group', { name: 'Mark' });
  await mark.getByRole('radio', { name: '4 of 5' }).focus();
  await page.keyboard.press('Space');
  const heat = page.getByRole('slider', { name: 'Heat' });
  await heat.focus();
  await page.keyboard.press('End');
  await expectUsable(page, 'plugin-fields');
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  expect(await server.read('content/posts/ink.md')).toMatch(/ {2}mark: 4\n {2}heat: 10\n/);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Add a cover. (plugin reviews)', { exact: true }).waitFor();
  await expectUsable(page, 'plugin-refusal');
  await mark.getByRole('button', { name: 'Clear Mark' }).click();
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  expect(await server.read('content/posts/ink.md')).not.toContain('mark:');
});

test('ADD-PLUG-10: the type is chosen from those of plugins, and the plugin says what it checks', async () => {
  await using page = await open();
  await page.goto('/__admin/custom-fields?type=page');
  await page.getByRole('button', { name: 'Add a field' }).click();
  const dialog = page.getByRole('dialog', { name: 'New field' });
  await dialog.getByRole('radio', { name: /^From a plugin/ }).press('Space');
  await dialog.getByLabel('Label').fill('Rating');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByText('Choose a type').waitFor();
  await dialog.getByRole('button', { name: /Type of the plugin/ }).click();
  await page.getByRole('option', { name: 'Score (reviews/score)' }).click();
  await expectUsable(page, 'plugin-field-type');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. Documents have these fields now.').waitFor();
  expect(await server.read('content/config/custom-fields.yaml')).toContain('reviews/score');

  await page.goto('/__admin/plugins/reviews');
  await page.getByText('If it fails, nothing is published.', { exact: false }).waitFor();
  await page.getByText('GET /_plugins/reviews/scores').waitFor();
});

test('ADD-PLUG-8: a plugin that cannot check says so, and is disabled there', async () => {
  await server.write('plugins/reviews/index.js', module('{ throw new Error("no paper"); }'));
  await server.write('plugins/reviews/plugin.yaml', manifest('jobs: wrong\n'));
  await using page = await open();
  await expect
    .poll(
      async () => {
        await page.goto('/__admin/plugins/reviews');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByText('Status').waitFor();
        return page.getByText('Nothing can be published').count();
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  await expectUsable(page, 'plugin-guard');
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Nothing can be published').waitFor({ state: 'detached' });
});
