import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { DomainEventRepository, EventConsumer } from '@galley/database';
import { silentLogger, type IntegrationEvent, type NewDomainEvent } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Secrets } from './secrets.ts';
import { queueDeliveries } from './webhook-events.ts';
import { WebhookSender } from './webhook-sender.ts';
import { WebhookService } from './webhook-service.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let database: TestDatabase;
let receiver: Server;
let address: string;
let received: Received[];
/** Statuses of the next answers; then 200. */
let statuses: number[];
let clock: ManualClock;
let service: WebhookService;
let sender: WebhookSender;
let events: EventConsumer;

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      const status = statuses.shift() ?? 200;
      response.writeHead(status, status === 302 ? { location: address } : {}).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});

afterAll(async () => {
  receiver.close();
  await database.close();
});

beforeEach(async () => {
  for (const table of ['webhooks', 'domain_events', 'event_cursors'] as const)
    await database.db.deleteFrom(table).execute();
  received = [];
  statuses = [];
  // The library refuses old messages by the clock of the machine.
  clock = new ManualClock(new Date());
  ({ sender, service } = open(['127.0.0.1']));
  const { db } = database;
  const logger = silentLogger;
  events = new EventConsumer({
    db,
    name: 'webhooks',
    startsAt: 'end',
    handle: queueDeliveries,
    clock,
    logger,
  });
  await events.catchUp();
});

function open(privateHosts: readonly string[]) {
  const { db } = database;
  const secrets = new Secrets({
    seal: (plain, context) => `${context}|${plain}`,
    open: (sealed, context) =>
      sealed.startsWith(`${context}|`) ? sealed.slice(context.length + 1) : undefined,
  });
  const sender = new WebhookSender({ db, secrets, privateHosts, clock, logger: silentLogger });
  return { sender, service: new WebhookService({ db, secrets, sender, privateHosts, clock }) };
}

const send = () => sender.sendDue(new AbortController().signal);

async function create(wanted: readonly IntegrationEvent[] = ['document.published'], url = address) {
  const fields = { name: 'Search', url, events: wanted, enabled: true };
  const { webhook, secret } = await service.create(fields, 'ada');
  return { id: webhook.id, secret };
}

async function happen(...types: NewDomainEvent['type'][]): Promise<void> {
  const subject = 'posts/ink.md';
  const data = { path: subject, title: 'Ink', document_id: 7, on_behalf_of: ['eve'] };
  const all = types.map((type) => ({ type, at: clock.now(), actor: 'ada', subject, data }));
  await new DomainEventRepository(database.db).append(all);
  await events.catchUp();
}

const newest = async (id: string) => (await service.listDeliveries(id, undefined)).items[0]!;
const failingSince = async () => (await service.list())[0]!.failingSince;

describe('a webhook', () => {
  test('ADD-HOOK-3, 4: gets each wanted event once, signed as Standard Webhooks describes', async () => {
    const { id, secret } = await create();
    await happen('document.updated', 'document.published', 'user.created');
    await send();
    await send();
    expect(received).toHaveLength(1);
    const { headers, body } = received[0]!;
    const message = new Verifier(secret).verify(body, headers as Record<string, string>);
    expect(message).toEqual({
      type: 'document.published',
      timestamp: clock.now().toISOString(),
      data: {
        path: 'posts/ink.md',
        title: 'Ink',
        event_id: expect.any(Number) as number,
        actor: 'ada',
      },
    });
    expect(await newest(id)).toMatchObject({
      id: headers['webhook-id'],
      status: 'delivered',
      attempts: 1,
      responseStatus: 200,
      error: null,
      dueAt: null,
    });
  });

  test('is sent to again after a failure, with the same id and longer pauses, and then no more', async () => {
    const { id } = await create();
    statuses = Array.from({ length: 10 }, () => 503);
    await happen('document.published');
    const since = clock.now();
    await send();
    expect(await newest(id)).toMatchObject({ status: 'pending', attempts: 1, responseStatus: 503 });
    expect(await failingSince()).toEqual(since);
    clock.advance(4_999);
    await send();
    expect(received).toHaveLength(1);
    for (let attempt = 2; attempt <= 10; attempt += 1) {
      clock.advance((await newest(id)).dueAt!.getTime() - clock.now().getTime());
      await send();
    }
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await newest(id)).toMatchObject({ status: 'failed', attempts: 10, dueAt: null });
    expect(clock.now().getTime() - since.getTime()).toBeGreaterThan(3 * 86_400_000);
    await service.resend((await newest(id)).id);
    await send();
    expect(await newest(id)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect(await failingSince()).toBeNull();
  });

  test.each([
    [302, /Redirects are not followed/],
    [404, /status 404/],
  ])('answering %s has failed', async (status, error) => {
    const { id } = await create();
    statuses = [status];
    const delivery = await service.test(id);
    expect(delivery).toMatchObject({ status: 'pending', event: 'webhook.test' });
    expect(delivery.error).toMatch(error);
  });

  test('answering 410 is disabled', async () => {
    const { id } = await create();
    statuses = [410];
    expect(await service.test(id)).toMatchObject({ status: 'failed' });
    expect(await service.list()).toMatchObject([{ enabled: false }]);
    await happen('document.published');
    await send();
    expect(received).toHaveLength(1);
  });

  test('keeps its earlier secret for a day', async () => {
    const { id, secret: earlier } = await create();
    const later = await service.replaceSecret(id);
    await service.test(id);
    clock.advance(86_400_000);
    await service.test(id);
    const signaturesOf = ({ headers }: Received) => String(headers['webhook-signature']).split(' ');
    expect(received.map((one) => signaturesOf(one).length)).toEqual([2, 1]);
    const [{ headers, body }] = received as [Received];
    for (const secret of [earlier, later])
      expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'webhook.test',
      });
  });
});

test('an attempt that a crash interrupted is repeated a minute later', async () => {
  const { id } = await create();
  await happen('document.published');
  await database.db
    .updateTable('webhook_deliveries')
    .set({ attempts: 1, due_at: new Date(clock.now().getTime() + 60_000) })
    .execute();
  await send();
  expect(received).toHaveLength(0);
  clock.advance(60_000);
  await send();
  expect(await newest(id)).toMatchObject({ status: 'delivered', attempts: 2 });
});

test('several processes send each delivery once', async () => {
  await create();
  await happen(...Array.from({ length: 30 }, () => 'document.published' as const));
  const others = [open(['127.0.0.1']), open(['127.0.0.1'])];
  const { signal } = new AbortController();
  await Promise.all([send(), ...others.map((other) => other.sender.sendDue(signal))]);
  expect(received).toHaveLength(30);
});

test.each([
  ['http://example.org/', 'http'],
  ['https://ada:secret@example.org/', 'a password'],
  ['ftp://example.org/', 'another protocol'],
  ['example.org', 'no protocol'],
])('an address with %s is refused', async (url) => {
  await expect(create(['document.saved'], url)).rejects.toMatchObject({
    code: 'invalid_fields',
    details: { errors: [{ path: 'url', code: 'not_a_webhook_address' }] },
  });
});

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/',
  'https://localhost/',
])('%s gets nothing unless the operator lists it (ADD-HOOK-2)', async (url) => {
  ({ sender, service } = open([]));
  const { id } = await create(['document.published'], url);
  expect((await service.test(id)).error).toMatch(
    /address of this machine .* webhooks\.private_hosts/,
  );
});

test('deliveries come in pages, newest first, and are kept for 30 days', async () => {
  const { id } = await create();
  await happen(...Array.from({ length: 60 }, () => 'document.published' as const));
  await send();
  const first = await service.listDeliveries(id, undefined);
  const second = await service.listDeliveries(id, first.items.at(-1)!.id);
  expect([first.items.length, first.hasMore, second.items.length, second.hasMore]).toEqual([
    50,
    true,
    10,
    false,
  ]);
  expect(await service.removeOld()).toBe(0);
  clock.advance(30 * 86_400_000 + 1);
  expect(await service.removeOld()).toBe(60);
});
