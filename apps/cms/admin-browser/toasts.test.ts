import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import type { TestServer } from '../fixtures.ts';
import { addSession, expectUsable, startWithAdmin } from './fixtures.ts';
import { png } from './media.fixtures.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  browser = await TestBrowser.start();
  server = await startWithAdmin({ files: { 'content/media/press.png': png(40, 30) } });
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** Names of the controls of the open dialog that a message covers; `undefined` without a message or dialog. */
const covered = `(() => {
  const toasts = [...document.querySelectorAll('.toast')].map((one) => one.getBoundingClientRect());
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].at(-1);
  if (toasts.length === 0 || !dialog) return undefined;
  const controls = dialog.querySelectorAll('header button, footer button');
  return [...controls].filter((control) => {
    const { top, bottom, left, right } = control.getBoundingClientRect();
    const isOff = top < 0 || left < 0 || bottom > innerHeight || right > innerWidth;
    return isOff || toasts.some((toast) =>
      left < toast.right && toast.left < right && top < toast.bottom && toast.top < bottom);
  }).map((control) => control.textContent);
})()`;

test.each([
  [360, 740],
  [1024, 600],
])(
  'ADD-EDIT-13: messages leave the buttons of dialogs free at %i × %i pixels',
  async (width, height) => {
    await using page = await browser.open(server);
    await page.setViewportSize({ width, height });
    await addSession(page, server, 'editor');
    await page.goto('/__admin/media?item=media/press.png');
    const dialog = page.getByRole('dialog', { name: 'press.png' });
    await dialog.getByLabel('Credit').fill(`Museum ${width}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    // The focus keeps the message.
    await page.keyboard.press('F6');
    const dismiss = page
      .getByRole('region', { name: 'Messages' })
      .getByRole('button', { name: /^(Dismiss|Close)/ });
    await expect
      .poll(() => page.evaluate(`document.activeElement.closest('.toast') !== null`))
      .toBe(true);
    await expect.poll(() => page.evaluate(covered)).toEqual([]);
    await expectUsable(page, `toast-${width}`);
    await dismiss.click();
    await dismiss.waitFor({ state: 'detached' });
    expect(await dialog.isVisible()).toBe(true);
    await dialog.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Rename or move…' }).waitFor();
  },
);
