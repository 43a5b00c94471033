import type { TestBrowser, TestPage, TestPageOptions } from '@galley/testing';
import { Editor } from '../editorial/fixtures.ts';
import { admin, password, type TestServer } from '../fixtures.ts';
import { addSession } from './fixtures.ts';

export async function signInEditor(server: TestServer, username: string): Promise<Editor> {
  const client = server.visitor();
  const known = username === admin.username ? admin.password : password;
  await client.signIn({ username, password: known });
  return new Editor(client);
}

export async function pressKeys(page: TestPage, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

export const requireApprovalFiles = {
  'content/config/site.yaml': 'editorial:\n  require_approval: true\n',
};

export interface TestSite {
  readonly browser: TestBrowser;
  readonly server: TestServer;
}

export async function openAs(
  { browser, server }: TestSite,
  username: string,
  address: { readonly path: string; readonly options?: TestPageOptions } | string,
): Promise<TestPage> {
  const { path, options = {} } = typeof address === 'string' ? { path: address } : address;
  const page = await browser.open(server, options);
  await addSession(page, server, username);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}
