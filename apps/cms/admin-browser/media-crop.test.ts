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
  await dialog.getByRole('button', { name: 'Crop…' }).click();
  const crop = page.getByRole('dialog', { name: 'Crop image' });
  await crop.getByLabel('Width').fill('80');
  await crop.getByRole('button', { name: 'Bottom right corner' }).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await expect.poll(() => crop.getByLabel('Height').inputValue()).toBe('80');
  await expectUsable(page, 'media-crop');
  await crop.getByRole('button', { name: 'Crop', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Crop' }).click();
  await page.getByText('Image cropped.').waitFor();
  const { text } = await ada.get('/__admin/api/media/item?path=media/one/wide.png');
  expect(JSON.parse(text)).toMatchObject({ metadata: { width: 80, height: 80 } });
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
  await dialog.getByRole('button', { name: 'Crop…' }).click();
  const crop = page.getByRole('dialog', { name: 'Crop image' });
  await crop.getByRole('alert').getByText(notice).waitFor();
  await expect
    .poll(() => crop.getByRole('button', { name: /^Crop/ }).getAttribute('aria-disabled'))
    .toBe('true');
  await expectUsable(page, 'media-crop-broken');
  await page.unroute(pictures);
  await crop.getByRole('button', { name: 'Try again' }).click();
  await crop.getByRole('button', { name: 'Bottom right corner' }).waitFor();
  await crop.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: /^Focal point: 50% from the left/ }).waitFor();
});
