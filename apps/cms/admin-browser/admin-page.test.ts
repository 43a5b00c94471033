import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser, type TestPage } from '@galley/testing';
import { admin, type TestServer } from '../fixtures.ts';
import { expectUsable, people, addSession, signIn, startWithAdmin } from './fixtures.ts';

const nameField = (page: TestPage) => page.getByLabel(/^user ?name/i);
let browser: TestBrowser;

beforeAll(async () => {
  browser = await TestBrowser.start();
});

afterAll(() => browser[Symbol.asyncDispose]());

describe.each(['__admin', 'desk'])('the admin at /%s/', (path) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startWithAdmin({ config: { admin: { path } } });
  });

  afterAll(() => server[Symbol.asyncDispose]());

  test('renders without problems and is accessible', async () => {
    await using page = await browser.open(server);
    page.expects(401);
    await page.goto(`/${path}/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectUsable(page, `sign-in-${path}`);
    expect(page.problems).toEqual([]);
  });

  test('signs in with user name and password', async () => {
    await using page = await browser.open(server);
    page.expects(401);
    await page.goto(`/${path}/`);
    await signIn(page, 'editor');
    await nameField(page).waitFor({ state: 'detached' });
    const [cookie] = await page.context().cookies();
    expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Lax' });
  });
});

describe('a user with a session', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startWithAdmin();
  });

  afterAll(() => server[Symbol.asyncDispose]());

  test.each([admin.username, ...people])('skips sign-in as %s', async (username) => {
    await using page = await browser.open(server);
    await addSession(page, server, username);
    await page.goto('/__admin/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => nameField(page).count()).toBe(0);
  });

  test('uses shortcuts with caps lock on', async () => {
    await using page = await browser.open(server);
    await addSession(page, server, 'editor');
    await page.goto('/__admin/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const key of ['G', 'D'])
      await page.locator('body').dispatchEvent('keydown', { key, modifierCapsLock: true });
    await page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  });
});
