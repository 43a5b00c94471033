import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { openEditor, waitForSave } from './editor.fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>';

const draft = (keys: string): string => `---\ntitle: Ink\n${keys}workflow: draft\n---\nBlack.\n`;

let browser: TestBrowser;
let server: TestServer;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/posts/ink.md': draft(''),
      'content/posts/set.md': draft('image: media/press.svg\nimage_alt: A press\n'),
      'content/posts/gone.md': draft('image: ../media/2020/gone.jpg\n'),
      'content/posts/far.md': draft('image: https://pictures.example/far.jpg\n'),
      'content/media/press.svg': drawing,
      'content/media/quill.svg': drawing.replace('9 9', '9 8'),
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await browser[Symbol.asyncDispose]();
});

async function openFields(path: string): Promise<TestPage> {
  const page = await browser.open(server);
  await addSession(page, server, 'editor');
  await openEditor(page, path);
  await page.getByRole('tab', { name: 'Fields' }).click();
  return page;
}

const coverOf = (page: TestPage) => page.getByRole('group', { name: 'Cover image' });

test('a document gets a cover image with an alt text in its fields', async () => {
  const ada = await server.signedIn();
  const file = { name: 'quay.svg', content: drawing };
  const uploaded = await ada.upload('/__admin/api/media/upload', { file });
  const { path } = uploaded.json<{ path: string }>();
  await using page = await openFields('posts/ink.md');
  const alt = page.getByLabel('Alt text of the cover image');
  expect(await alt.count()).toBe(0);
  await page.getByRole('combobox', { name: 'Cover image' }).click();
  await page.keyboard.type('quay');
  await page.getByRole('option', { name: /quay\.svg/ }).click();
  await coverOf(page).getByText('quay.svg', { exact: true }).waitFor();
  await alt.fill('The quay at dawn');
  await expectUsable(page, 'cover-image');
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  const saved = await server.read('content/posts/ink.md');
  expect(saved).toContain(`image: ${path}\nimage_alt: The quay at dawn\n`);
  expect(await page.getByRole('region', { name: 'Other fields' }).count()).toBe(0);
});

test('ADD-EDIT-10: the cover image shows its picture and name, and is replaced and removed by keyboard', async () => {
  await using page = await openFields('posts/set.md');
  const cover = coverOf(page);
  const picture = cover.getByRole('img', { name: /^Cover image/ });
  await picture.waitFor();
  await expect
    .poll(() => page.evaluate(`document.querySelector('[data-field=image] img').naturalWidth`))
    .toBeGreaterThan(0);
  await cover.getByText('press.svg', { exact: true }).waitFor();
  expect(await cover.textContent()).not.toContain('media/');
  await page.getByRole('button', { name: /^Replace…/ }).press('Enter');
  const picker = page.getByRole('dialog', { name: 'Choose an image' });
  await picker.getByRole('row', { name: /quill/ }).click();
  await cover.getByText('quill.svg', { exact: true }).waitFor();
  await page.keyboard.press('Control+s');
  await waitForSave(page);
  expect(await server.read('content/posts/set.md')).toContain(
    'title: Ink\nimage: media/quill.svg\nimage_alt: A press\nworkflow',
  );
  await page.getByRole('button', { name: /^Remove ?: Cover image$/ }).press('Enter');
  await cover.waitFor({ state: 'detached' });
  const path = page.getByRole('combobox', { name: 'Cover image' });
  await expect.poll(() => page.evaluate('document.activeElement.role')).toBe('combobox');
  await page.keyboard.type('media/pre');
  await expect.poll(() => path.inputValue()).toBe('media/pre');
  await page.getByRole('option', { name: 'media/press.svg' }).click();
  await cover.getByText('press.svg', { exact: true }).waitFor();
});

test.each([
  ['gone', 'gone.jpg', /^File not found in the media library\./],
  ['far', 'https://pictures.example/far.jpg', /^The image is on another site\./],
])(
  'ADD-EDIT-10: the cover image of %s.md cannot be shown, and says why',
  async (document, name, reason) => {
    await using page = await openFields(`posts/${document}.md`);
    if (document === 'gone') page.expects(404);
    const cover = coverOf(page);
    await cover.getByText(reason).waitFor();
    await cover.getByText(name, { exact: true }).waitFor();
    expect(await cover.getByRole('img').count()).toBe(0);
    await expectUsable(page, `cover-${document}`);
  },
);
