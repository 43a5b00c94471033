import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import type { Client, TestServer } from '../fixtures.ts';
import { expectUsable, addSession, startWithAdmin } from './fixtures.ts';
import { png } from './media.fixtures.ts';

let server: TestServer;
let browser: TestBrowser;
let ada: Client;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin();
  ada = await server.signedIn();
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function uploadImage(path: string, content: Buffer): Promise<void> {
  const file = { name: 'x', content: content as Buffer<ArrayBuffer> };
  const answer = await ada.upload('/__admin/api/media/upload', { file, fields: { path } });
  expect([answer.status, answer.text]).toMatchObject([200, expect.anything()]);
}

test('an image is cropped by keyboard and replaced by the result', async () => {
  await uploadImage('media/one/wide.png', png(200, 100, 8));
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await page.goto('/__admin/media?item=media/one/wide.png');
  const dialog = page.getByRole('dialog', { name: 'wide.png' });
  await dialog.getByRole('button', { name: 'Crop or rotate…' }).click();
  const crop = page.getByRole('dialog', { name: 'Crop or rotate image' });
  await crop.getByLabel('Width').fill('80');
  await crop.getByRole('button', { name: 'Bottom right corner' }).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => crop.getByLabel('Height').inputValue()).toBe('80');
  await expectUsable(page, 'media-crop');
  await crop.getByRole('button', { name: 'Save image', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Save image' }).click();
  await page.getByText('Image changed.').waitFor();
  const { text } = await ada.get('/__admin/api/media/item?path=media/one/wide.png');
  expect(JSON.parse(text)).toMatchObject({ metadata: { width: 80, height: 80 } });
});

test('an image is rotated, and its original is kept and restored', async () => {
  await uploadImage('media/one/tall.png', png(60, 120, 7));
  await using page = await browser.open(server);
  await addSession(page, server, 'editor');
  await page.goto('/__admin/media?item=media/one/tall.png');
  const dialog = page.getByRole('dialog', { name: 'tall.png' });
  await dialog.getByRole('button', { name: 'Crop or rotate…' }).click();
  const crop = page.getByRole('dialog', { name: 'Crop or rotate image' });
  await crop.getByRole('button', { name: 'Rotate right' }).click();
  await expect.poll(() => crop.getByLabel('Width').inputValue()).toBe('120');
  await expectUsable(page, 'media-rotate');
  await crop.getByRole('button', { name: 'Save image', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Save image' }).click();
  await page.getByText('Image changed.').waitFor();
  const size = async () => {
    const { text } = await ada.get('/__admin/api/media/item?path=media/one/tall.png');
    return (JSON.parse(text) as { metadata: unknown }).metadata;
  };
  expect(await size()).toMatchObject({ width: 120, height: 60 });
  await dialog.getByRole('heading', { name: 'Earlier versions' }).waitFor();
  await expectUsable(page, 'media-versions');
  await dialog.getByRole('button', { name: /^Restore/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Earlier version restored.').waitFor();
  expect(await size()).toMatchObject({ width: 60, height: 120 });
});

test('an image that fails to load is reported where it is shown and cropped, and loads on retry', async () => {
  await uploadImage('media/one/away.png', png(120, 80, 9));
  await using page = await browser.open(server);
  page.expects(503);
  await addSession(page, server, 'editor');
  const pictures = /media.*away\.png(\?[^/]*)?$/;
  await page.route(pictures, async (route) => {
    if (route.request().resourceType() === 'image') await route.fulfill({ status: 503 });
    else await route.continue();
  });
  await page.goto('/__admin/media?item=media/one/away.png');
  const dialog = page.getByRole('dialog', { name: 'away.png' });
  const notice = 'The image can’t be shown';
  await dialog.getByText(notice).waitFor();
  await dialog.getByRole('button', { name: 'Set focal point' }).click();
  await dialog.getByText(notice).waitFor();
  await expectUsable(page, 'media-broken');
  await dialog.getByRole('button', { name: 'Crop or rotate…' }).click();
  const crop = page.getByRole('dialog', { name: 'Crop or rotate image' });
  await crop.getByRole('alert').getByText(notice).waitFor();
  await expect
    .poll(() => crop.getByRole('button', { name: 'Save image' }).getAttribute('aria-disabled'))
    .toBe('true');
  await expectUsable(page, 'media-crop-broken');
  await page.unroute(pictures);
  await crop.getByRole('button', { name: 'Try again' }).click();
  await crop.getByRole('button', { name: 'Bottom right corner' }).waitFor();
  await crop.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: /^Focal point: 50% from the left/ }).waitFor();
});
