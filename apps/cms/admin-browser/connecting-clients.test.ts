import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestBrowser } from '@galley/testing';
import { ensureAdminBuilt } from '../../../scripts/admin-build.ts';
import type { TestServer } from '../fixtures.ts';
import { DesktopClient, startWithAgents, type Tokens } from '../mcp/fixtures.ts';
import { addSession, expectNarrow, expectUsable, signIn } from './fixtures.ts';

let server: TestServer;
let browser: TestBrowser;

beforeAll(async () => {
  await ensureAdminBuilt();
  [server, browser] = await Promise.all([startWithAgents(), TestBrowser.start()]);
  await server.addUser({ username: 'eve', role: 'editor' });
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

test('a person signs in, chooses an agent for a desktop client, and disconnects it later', async () => {
  // The test browser asks no other server, so the program on this machine is a missing page of this one.
  const redirect_uri = `${server.url}/callback`;
  const name = 'Desk <img src=x onerror="document.title=1">';
  const desk = await DesktopClient.register(server, { client_name: name });
  const query = new URLSearchParams(desk.request({ redirect_uri, state: '1e5' }));
  await using page = await browser.open(server);
  page.expects(401);
  await page.goto(`/__admin/oauth/authorize?${query.toString()}`);
  await page.getByLabel('User name').waitFor();
  await signIn(page, 'eve');
  await page.getByRole('heading', { name: `“${name}” asks for access to this site` }).waitFor();
  await page.getByText(`a program on your computer (${new URL(server.url).host})`).waitFor();
  expect(await page.title()).toBe('Connect a client · Galley');
  await page.getByRole('button', { name: 'Allow access' }).click();
  await page.getByText('Choose an agent.').waitFor();
  await page.getByRole('button', { name: /Acts as/ }).click();
  await page.getByRole('option', { name: 'reviewer-1 (reviewer)' }).click();
  await page.getByText('Vote on proposals by others').waitFor();
  expect(await page.getByText('Create proposals, deliberate').count()).toBe(0);
  await expectUsable(page, 'connect-client');
  await expectNarrow(page);
  page.expects(404);
  await page.getByRole('button', { name: 'Allow access' }).click();
  await page.waitForURL(/\/callback\?/);
  const answer = new URL(page.url()).searchParams;
  expect(answer.get('state')).toBe('1e5');
  const issued = await desk.redeem(answer.get('code')!, { redirect_uri });
  expect(issued.json<Tokens>().scope).toContain('reviews:write');
  await page.goto('/__admin/runs');
  await page.getByRole('link', { name: 'Connected clients' }).click();
  await page.getByRole('button', { name: 'Disconnect' }).waitFor();
  await expectUsable(page, 'connected-clients');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('Disconnected', { exact: true }).waitFor();
  expect((await desk.use(issued.json<Tokens>().access_token)).status).toBe(401);
});

test('a request that is not valid is shown, and leads nowhere', async () => {
  const desk = await DesktopClient.register(server);
  const query = new URLSearchParams(desk.request({ redirect_uri: 'https://example.org/' }));
  await using page = await browser.open(server);
  await addSession(page, server, 'eve');
  page.expects(400);
  await page.goto(`/__admin/oauth/authorize?${query.toString()}`);
  await page.getByText('The client did not register this redirect_uri.').waitFor();
  expect(await page.getByRole('button', { name: 'Allow access' }).count()).toBe(0);
  await page.goto('/__admin/connect');
  await page.getByText('This address has no request of a client.').waitFor();
});
