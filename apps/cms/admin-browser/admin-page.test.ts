import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { admin } from '../fixtures.ts';
import { expectUsable, addSession, signIn, startWithAdmin } from './fixtures.ts';

const nameField = (page: TestPage) => page.getByLabel(/^user ?name/i);
let browser: TestBrowser;

beforeAll(async () => {
  browser = await TestBrowser.start();
});

afterAll(() => browser[Symbol.asyncDispose]());

test.each(['__admin', 'desk'])(
  'the admin at /%s/ renders an accessible sign-in page and signs in with user name and password',
  async (path) => {
    await using server = await startWithAdmin({ config: { admin: { path } } });
    await using page = await browser.open(server);
    page.expects(401);
    await page.goto(`/${path}/`);
    if (path === '__admin') await expectUsable(page, 'sign-in');
    await signIn(page, 'editor');
    await nameField(page).waitFor({ state: 'detached' });
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax' });
    expect(page.problems).toEqual([]);
    if (path !== '__admin') return;

    await using again = await browser.open(server);
    await addSession(again, server, admin.username);
    await again.goto('/__admin/');
    await again.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => nameField(again).count()).toBe(0);
    for (const key of ['G', 'D'])
      await again.locator('body').dispatchEvent('keydown', { key, modifierCapsLock: true });
    await again.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  },
);
