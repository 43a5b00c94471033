import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { TestBrowser } from '@galley/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../fixtures.ts';
import { addSession, expectNarrow, expectUsable, startWithAdmin } from './fixtures.ts';

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

let browser: TestBrowser;
let server: TestServer;
let receiver: Server;
let address: string;
let status: number;
const received: Received[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(status).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/galley`;
  [browser, server] = await Promise.all([
    TestBrowser.start(),
    startWithAdmin({ config: { webhooks: { private_hosts: ['127.0.0.1'] } } }),
  ]);
});

afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  receiver.close();
});

test('ADD-HOOK-1, 3: an administrator connects a receiver, which gets signed events', async () => {
  status = 500;
  await using page = await browser.open(server);
  await addSession(page, server, 'ada');
  await page.goto('/__admin/operations/webhooks');
  await page.getByRole('button', { name: 'New webhook' }).click();
  const form = page.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Name').fill('Search');
  await form.getByLabel('Address').fill('http://example.org/');
  await form.getByText('Document saved').click();
  await expectUsable(page, 'webhook-form');
  page.expects(422);
  await form.getByRole('button', { name: 'New webhook' }).click();
  await form.getByText('Must be an https:// address without user and password').waitFor();
  await form.getByLabel('Address').fill(address);
  await form.getByRole('button', { name: 'New webhook' }).click();
  const shown = page.getByRole('dialog', { name: 'Secret of “Search”' });
  const secret = await shown.getByRole('textbox').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await shown.getByRole('button').last().click();

  await page.getByRole('button', { name: 'Open “Search”' }).click();
  const sheet = page.getByRole('dialog', { name: 'Search' });
  await sheet.getByRole('button', { name: 'Send a test' }).click();
  await sheet.getByText('The response has status 500.').first().waitFor();
  status = 200;
  await sheet.getByRole('button', { name: /^Send again: Test/ }).click();
  await sheet.getByText('Delivered').waitFor();
  const ada = await server.signedIn();
  const document = { type: 'post', lang: 'en', title: 'Ink', content: 'Black.\n' };
  await ada.post('/__admin/api/documents/create', document);
  await sheet.getByText(/^Document saved Delivered/).waitFor();
  await expectUsable(page, 'webhook-deliveries');
  await expectNarrow(page);
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /Search.*OK/ }).waitFor();

  const { headers, body } = received.at(-1)!;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({
    type: 'document.saved',
    data: { path: 'posts/ink.md', title: 'Ink', actor: 'ada', status: 'draft' },
  });
  const audit = await ada.get('/__admin/api/audit');
  expect(audit.text).toContain('webhook.create');
  expect(audit.text).not.toContain(secret);
  expect((await ada.get('/__admin/api/webhooks')).text).not.toContain('whsec_');
});
