import { expect, vi } from 'vitest';
import { axeViolations, shoot, type TestPage } from '@galley/testing';
import { ensureAdminBuilt } from '../../../scripts/admin-build.ts';
import { admin, password, TestServer, type TestServerOptions } from '../fixtures.ts';

const people = ['editor', 'author', 'reviewer'];

export async function startWithAdmin(options: TestServerOptions = {}): Promise<TestServer> {
  await ensureAdminBuilt();
  const server = await TestServer.start(options);
  // The first scan runs beside requests: a list of media that a page shows earlier stays incomplete.
  if (Object.keys(options.files ?? {}).some((path) => path.startsWith('content/media/')))
    await vi.waitUntil(() => server.log.some((line) => line.includes('media indexed')), 30_000);
  for (const role of people) await server.addUser({ username: role, role });
  return server;
}

function passwordOf(username: string): string {
  return username === admin.username ? admin.password : password;
}

export async function signIn(page: TestPage, username: string): Promise<void> {
  await page.getByLabel(/^user ?name/i).fill(username);
  await page.getByLabel(/^password/i).fill(passwordOf(username));
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/login'));
  await page.getByRole('button', { name: /^sign in$/i }).click();
  await answered;
}

/** Skips the sign-in form; needs the default admin address. */
export async function addSession(
  page: TestPage,
  server: TestServer,
  username: string,
): Promise<void> {
  const client = server.visitor();
  await client.signIn({ username, password: passwordOf(username) });
  const [name, value] = client.cookie!.split('=', 2) as [string, string];
  await page
    .context()
    .addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: 'Lax' }]);
}

/** Once the page has its heading, checks it with axe, in light and dark mode, and for horizontal scrolling. */
export async function expectUsable(page: TestPage, name: string): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await shoot(page, name);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await axeViolations(page), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeViolations(page, { onlyColours: true }), `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: null });
  const overhang = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overhang, `${name} is wider than the window`).toBeLessThanOrEqual(0);
}

export async function expectNarrow(page: TestPage): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  await page.setViewportSize(before);
}
