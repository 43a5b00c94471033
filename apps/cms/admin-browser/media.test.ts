import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import type { Client, TestServer } from '../fixtures.ts';
import { expectUsable, addSession, startWithAdmin } from './fixtures.ts';
import { png } from './media.fixtures.ts';

const api = '/__admin/api/media';
const hostile = '"><img src=x onerror="window.broken = true"><script>window.broken = true</script>';

interface Item {
  readonly path: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly metadata_revision: string;
}

let server: TestServer;
let browser: TestBrowser;
let ada: Client;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({
    files: {
      'content/posts/press.md': '---\ntitle: On presses\n---\n![](/media/used/press.png)\n',
    },
  });
  ada = await server.signedIn();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function openPage(path: string, { as = 'editor' }: { as?: string } = {}): Promise<TestPage> {
  const page = await browser.open(server);
  page.setDefaultTimeout(30_000);
  await addSession(page, server, as);
  await page.goto(`/__admin${path}`);
  return page;
}

async function uploadFiles(path: string, content = png(8, 6), metadata?: object): Promise<void> {
  const file = { name: 'x', content: content as Buffer<ArrayBuffer> };
  const answer = await ada.upload(`${api}/upload`, { file, fields: { path } });
  expect([answer.status, answer.text]).toMatchObject([200, expect.anything()]);
  if (metadata) expect((await ada.post(`${api}/metadata`, { path, metadata })).status).toBe(200);
}

async function getItem(path: string): Promise<Item> {
  return (await ada.get(`${api}/item?path=${encodeURIComponent(path)}`)).json<Item>();
}

async function pathsIn(folder: string): Promise<string[]> {
  const { items } = (await ada.get(`${api}?folder=${folder}&sort=name`)).json<{ items: Item[] }>();
  return items.map(({ path }) => path);
}

test('an empty library explains how to add files', async () => {
  await using page = await openPage('/media');
  await page.getByText('No media yet').waitFor();
  await expectUsable(page, 'media-empty');
});

describe('an upload', () => {
  test('of ten files stores the nine valid ones, and explains the refusal of the tenth', async () => {
    await using page = await openPage('/media?folder=media/press');
    page.expects(415);
    const sound = Array.from({ length: 9 }, (_, place) => ({
      name: `press-${place + 1}.png`,
      mimeType: 'image/png',
      buffer: png(64 + place * 8, 48, place),
    }));
    const lie = { name: 'lie.png', mimeType: 'image/png', buffer: Buffer.from('only words') };
    await page.locator('input[type=file]').setInputFiles([...sound, lie]);
    const tray = page.getByRole('region', { name: 'Uploads' });
    await tray.getByRole('heading', { name: '9 files uploaded, 1 failed' }).waitFor();
    const refused = tray.getByRole('listitem').filter({ hasText: 'lie.png' });
    await expect.poll(() => refused.textContent()).toContain('its content is plain text');
    expect(await pathsIn('media/press')).toHaveLength(9);
    await page.getByRole('row', { name: 'press-9.png' }).waitFor();
    await expectUsable(page, 'media-tray');
    await refused.getByRole('button', { name: /^Retry the upload of lie\.png/ }).click();
    await tray.getByRole('heading', { name: '9 files uploaded, 1 failed' }).waitFor();
    await refused.getByRole('button', { name: 'Dismiss lie.png' }).click();
    await tray.getByRole('heading', { name: '9 files uploaded', exact: true }).waitFor();
  });

  test('asks for the alt text of each image without one', async () => {
    await using page = await openPage('/media?folder=media/asked');
    const files = ['one.png', 'two.png', 'three.png'].map((name, place) => ({
      name,
      mimeType: 'image/png',
      buffer: png(90, 60, place + 20),
    }));
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByText('3 images need alt text').waitFor();
    await page.getByRole('button', { name: 'Add alt text', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Add alt text (1 of 3)' }).waitFor();
    await expectUsable(page, 'media-describe');
    const first = (await dialog.locator('figcaption').textContent())!;
    await dialog.getByRole('textbox', { name: 'Alt text' }).fill('A press of 1890');
    await page.keyboard.press('Enter');
    await dialog.getByRole('heading', { name: '(2 of 3)' }).waitFor();
    const second = (await dialog.locator('figcaption').textContent())!;
    await dialog
      .getByText(/^Decorative/)
      .first()
      .click();
    await dialog.getByRole('button', { name: 'Save and next' }).click();
    await dialog.getByRole('heading', { name: '(3 of 3)' }).waitFor();
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 image needs alt text').waitFor();
    expect((await getItem(first)).metadata).toMatchObject({ alt: 'A press of 1890' });
    expect((await getItem(second)).metadata).toMatchObject({ decorative: true });
  });

  test('that is cancelled leaves no file, and can be retried', async () => {
    await using page = await openPage('/media?folder=media/later');
    // Never answers the upload, like a very slow connection.
    await page.route('**/api/media/upload', () => undefined);
    const file = { name: 'slow.png', mimeType: 'image/png', buffer: png(40, 30, 3) };
    await page.locator('input[type=file]').setInputFiles(file);
    const tray = page.getByRole('region', { name: 'Uploads' });
    await tray.getByRole('button', { name: 'Cancel the upload of slow.png' }).click();
    await tray.getByText('Upload cancelled').waitFor();
    expect(await pathsIn('media/later')).toEqual([]);
    await page.unroute('**/api/media/upload');
    await tray.getByRole('button', { name: /^Retry the upload of slow\.png/ }).click();
    await tray.getByRole('heading', { name: '1 file uploaded' }).waitFor();
    expect(await pathsIn('media/later')).toEqual(['media/later/slow.png']);
    await page.locator('input[type=file]').setInputFiles(file);
    await tray.getByText(/An identical file already exists/).waitFor();
    expect(await pathsIn('media/later')).toEqual([
      ...['media/later/slow-2.png', 'media/later/slow.png'],
    ]);
  });
});

describe('one file', () => {
  test('has a focal point set by keyboard, and saved texts', async () => {
    await uploadFiles('media/one/harbour.png', png(160, 100, 5));
    await using page = await openPage('/media?item=media/one/harbour.png');
    const dialog = page.getByRole('dialog', { name: 'harbour.png' });
    await dialog.getByText('No document uses this file.').waitFor();
    await expectUsable(page, 'media-item');
    await dialog.getByRole('button', { name: 'Set focal point' }).click();
    await dialog.getByRole('button', { name: /^Focal point: 50% from the left/ }).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'Shift+ArrowDown']) {
      await page.keyboard.press(key);
    }
    await dialog.getByRole('button', { name: /^Focal point: 52% .* 60% from the top/ }).waitFor();
    await expectUsable(page, 'media-focal');
    await dialog.getByLabel('Title').fill(hostile);
    await dialog.getByLabel('Caption').fill(hostile);
    await dialog.getByLabel('Tags: Add a tag').fill('harbour, sea,');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Saved.').waitFor();
    expect((await getItem('media/one/harbour.png')).metadata).toMatchObject({
      focal_x: 0.52,
      focal_y: 0.6,
      title: hostile,
      tags: ['harbour', 'sea'],
    });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(hostile).first().waitFor();
    expect(await page.evaluate('window.broken')).toBeUndefined();
  });

  test('merges concurrent edits of two users, and asks before discarding unsaved changes', async () => {
    await uploadFiles('media/one/both.png', png(30, 30, 6));
    await using page = await openPage('/media?item=media/one/both.png');
    page.expects(409);
    const dialog = page.getByRole('dialog', { name: 'both.png' });
    await dialog.getByLabel('Credit').fill('Museum of Printing');
    const changes = { path: 'media/one/both.png', metadata: { alt: 'A press, seen from above' } };
    expect((await ada.post(`${api}/metadata`, changes)).status).toBe(200);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Someone else changed this file').waitFor();
    await expect
      .poll(() => dialog.getByRole('textbox', { name: 'Alt text' }).inputValue())
      .toBe('A press, seen from above');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await getItem('media/one/both.png')).metadata).toMatchObject({
      alt: 'A press, seen from above',
      credit: 'Museum of Printing',
    });

    await dialog.getByLabel('Credit').fill('Somebody');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => dialog.getByLabel('Credit').inputValue()).toBe('Somebody');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave without saving' }).click();
    await dialog.waitFor({ state: 'detached' });
  });
});

describe('an existing file', () => {
  test('is replaced after confirmation, keeps its texts, and can be renamed', async () => {
    await uploadFiles('media/one/old.png', png(40, 30, 11), { alt: 'A press', credit: 'Museum' });
    await using page = await openPage('/media?item=media/one/old.png');
    page.expects(415);
    const dialog = page.getByRole('dialog', { name: 'old.png' });
    const replaceBy = (name: string, buffer: Buffer) =>
      dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
    const question = page.getByRole('alertdialog', { name: 'Replace this file?' });
    await dialog.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Replace file…' }).waitFor();
    await page.keyboard.press('Escape');
    await replaceBy('lie.png', Buffer.from('only words'));
    await question.getByRole('button', { name: 'Replace' }).click();
    await page.getByText(/its content is plain text/).waitFor();
    await replaceBy('better.png', png(80, 60, 12));
    await question.getByText('better.png').waitFor();
    await expectUsable(page, 'media-replace');
    await question.getByRole('button', { name: 'Replace' }).click();
    await page.getByText('File replaced.').waitFor();
    expect((await getItem('media/one/old.png')).metadata).toMatchObject({
      width: 80,
      height: 60,
      alt: 'A press',
      credit: 'Museum',
    });

    await dialog.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Rename or move…' }).click();
    const move = page.getByRole('dialog', { name: 'Rename or move' });
    await move.getByLabel('Name').fill('new.png');
    await expectUsable(page, 'media-rename');
    await move.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('Moved to media/one/new.png.').waitFor();
    await page.getByRole('dialog', { name: 'new.png' }).waitFor();
    await page.waitForURL(/item=media%2Fone%2Fnew\.png/);
    expect((await getItem('media/one/new.png')).metadata).toMatchObject({ alt: 'A press' });
    expect(await pathsIn('media/one')).not.toContain('media/one/old.png');
  });
});

describe('deleting', () => {
  test('of a used file asks first, names its uses, and can be undone', async () => {
    await uploadFiles('media/used/press.png', png(120, 90, 9), { alt: 'A press' });
    await using page = await openPage('/media?item=media/used/press.png');
    page.expects(409);
    const dialog = page.getByRole('dialog', { name: 'press.png' });
    await dialog.getByRole('link', { name: 'On presses' }).waitFor();
    const remove = async () => {
      await dialog.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    };
    await remove();
    const question = page.getByRole('alertdialog', { name: 'Delete a file in use?' });
    await question.getByText('On presses').waitFor();
    await expectUsable(page, 'media-in-use');
    await question.getByRole('button', { name: 'Delete anyway' }).click();
    await page.getByText('press.png moved to the trash.').waitFor();
    expect(await pathsIn('media/used')).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('press.png restored.').waitFor();
    expect(await pathsIn('media/used')).toEqual(['media/used/press.png']);
    expect((await getItem('media/used/press.png')).metadata).toMatchObject({ alt: 'A press' });
  });

  test('moves files to the trash, from which they are restored, or deleted permanently after their name is typed', async () => {
    for (const name of ['a.png', 'b.png']) await uploadFiles(`media/gone/${name}`);
    for (const name of ['a.png', 'b.png']) {
      expect((await ada.post(`${api}/delete`, { path: `media/gone/${name}` })).status).toBe(200);
    }
    await using page = await openPage('/media/trash');
    await page.getByRole('button', { name: 'Restore a.png' }).click();
    await page.getByText('a.png restored.').waitFor();
    expect(await pathsIn('media/gone')).toEqual(['media/gone/a.png']);
    await expectUsable(page, 'media-trash');
    await page.getByRole('button', { name: 'Delete b.png permanently' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete permanently?' });
    await question.getByRole('textbox').fill('b.png');
    await question.getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByText('b.png deleted permanently.').waitFor();
    // Earlier versions of files that other tests have replaced stay.
    await page.getByText('b.png', { exact: true }).waitFor({ state: 'detached' });
  });

  test('is refused to an author with a reason', async () => {
    await uploadFiles('media/theirs/a.png');
    await using page = await openPage('/media?item=media/theirs/a.png', { as: 'author' });
    await page.getByRole('dialog').getByRole('button', { name: 'More' }).click();
    const refused = page.getByRole('menuitem', { name: /^Delete/ });
    await expect.poll(() => refused.textContent()).toContain('move or delete media');
  });
});

describe('many files', () => {
  test('are selected, tagged, moved and deleted by keyboard, with undo', async () => {
    for (const [place, name] of ['a.png', 'b.png', 'c.png', 'd.png'].entries())
      await uploadFiles(`media/many/${name}`, png(20 + place, 20, 30 + place));
    await using page = await openPage('/media?folder=media/many&sort=name');
    await page.getByRole('row', { name: 'a.png' }).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('3 files selected').waitFor();
    await expectUsable(page, 'media-chosen');
    await page.getByRole('button', { name: 'Tag…' }).click();
    await page.getByLabel('Tags to add: Add a tag').fill('press,');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('3 files tagged.').waitFor();
    expect((await getItem('media/many/b.png')).metadata).toMatchObject({ tags: ['press'] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Change undone for 3 files.').waitFor();
    expect((await getItem('media/many/b.png')).metadata).toMatchObject({ tags: [] });
    await page.getByRole('row', { name: 'd.png' }).focus();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Move…' }).click();
    await page.getByRole('combobox', { name: 'Destination folder' }).fill('media/other');
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await page.getByText('1 file moved.').waitFor();
    expect(await pathsIn('media/other')).toEqual(['media/other/d.png']);
    await page.getByRole('row', { name: 'a.png' }).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('3 files moved to the trash.').waitFor();
    expect(await pathsIn('media/many')).toEqual([]);
    await page
      .getByRole('region', { name: 'Messages' })
      .getByRole('button', { name: 'Undo' })
      .last()
      .click();
    await expect.poll(() => pathsIn('media/many')).toHaveLength(3);
  });

  test('are changed except refused ones, which are named with a reason', async () => {
    await uploadFiles('media/used/other.png', png(33, 33, 44));
    await using page = await openPage('/media?folder=media/used');
    await page.getByRole('row', { name: 'press.png' }).focus();
    await page.keyboard.press('Control+a');
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    const results = page.getByRole('dialog', { name: '1 file couldn’t be changed' });
    await results.getByText(/^One document uses media\/used\/press\.png/).waitFor();
    await expectUsable(page, 'media-results');
    expect(await pathsIn('media/used')).toEqual(['media/used/press.png']);
  });

  test('are found by text, missing data and folder, and the address keeps the filters', async () => {
    await using page = await openPage('/media');
    await page.getByRole('searchbox', { name: 'Search media' }).fill('harbour');
    await page.getByText('1 file found').waitFor();
    await page.getByRole('button', { name: 'List view' }).click();
    await page.getByRole('searchbox', { name: 'Search media' }).fill('');
    await page.getByRole('button', { name: 'No alt text' }).click();
    await page.waitForURL(/alt=missing/);
    await page.getByRole('button', { name: /Add alt text to \d+ images/ }).waitFor();
    await expectUsable(page, 'media-list');
    await page.reload();
    await page.getByRole('button', { name: 'No alt text', pressed: true }).waitFor();
    await page.getByRole('button', { name: 'List view', pressed: true }).waitFor();
    await page.getByRole('button', { name: /^press 9/ }).click();
    await page.waitForURL(/folder=media%2Fpress/);
    await page.goBack();
    await page.getByRole('button', { name: 'All media' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Grid view' }).click();
    await page.getByRole('button', { name: 'No alt text' }).click();
    await page.getByRole('row').nth(3).waitFor();
  });
});
