import { afterAll, beforeAll, expect, test } from 'vitest';
import { staff, type Staff } from '../editorial/fixtures.ts';
import { TestServer } from '../fixtures.ts';
import { Commenter, granted } from './fixtures.ts';

let server: TestServer;
let people: Staff;
let maria: Commenter;

beforeAll(async () => {
  server = await TestServer.start({
    config: { limits: { form_entries_per_minute: 6 } },
  });
  people = await staff(server);
  maria = new Commenter(people.maria);
});

afterAll(() => server[Symbol.asyncDispose]());

async function shared(more: object = { guest_comments: true }) {
  const { path } = await people.maria.created({
    title: `Shared ${Math.random()}`,
    content: 'The *ink* dries slowly.\n\nThe paper is thick.\n',
  });
  const answer = await people.maria.client.post('/__admin/api/documents/preview-link', {
    path,
    ...more,
  });
  const { url } = granted<{ url: string }>(answer);
  return { path, address: server.url + new URL(url).pathname };
}

function send(address: string, fields: Record<string, string>, headers = {}): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers,
  });
}

const comment = { name: '<b>Nina</b>', quote: 'paper is thick', body: '<script>alert(1)</script>' };

test('ADD-CMT-11: readers of a link comment as guests, if it was created so', async () => {
  const { path, address } = await shared();
  const internal = await maria.comment(path, 'thick', 'For us only, @maria');
  const sent = await send(address, comment);
  expect(sent.status).toBe(303);
  const page = await (await fetch(new URL(sent.headers.get('location')!, server.url))).text();
  expect(page).toContain('Your comment was sent.');
  expect(page).toContain('&lt;b&gt;Nina&lt;/b&gt;');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toContain('<script>alert');
  expect(page).not.toContain('For us only');
  const { items } = await maria.list(path);
  const thread = items.find(({ id }) => id !== internal.id)!;
  expect(thread).toMatchObject({ author: null, quote: 'paper is thick', passage: 'found' });
  expect(thread.comments[0]).toMatchObject({ author: null, guest_name: '<b>Nina</b>' });
  // Replies are for the editorial staff.
  await maria.reply(thread.id, 'Between us');
  expect(await (await fetch(address)).text()).not.toContain('Between us');
});

test('ADD-CMT-11: by default, and after the link was revoked, nobody comments', async () => {
  const { path, address } = await shared({});
  expect(await (await fetch(address)).text()).not.toContain('guest-comments');
  expect((await send(address, comment)).status).toBe(405);
  const open = await shared();
  const links = await people.maria.client.get(
    `/__admin/api/documents/preview-links?path=${encodeURIComponent(open.path)}`,
  );
  const [link] = granted<{ id: string; guest_comments: boolean }[]>(links);
  expect(link).toMatchObject({ guest_comments: true });
  granted(
    await people.maria.client.post('/__admin/api/documents/preview-link/revoke', { id: link!.id }),
  );
  expect((await send(open.address, comment)).status).toBe(405);
  expect((await maria.list(path)).items).toEqual([]);
});

test('ADD-CMT-11: incomplete comments are refused with what was typed, other sites and many comments too', async () => {
  const { path, address } = await shared();
  const empty = await send(address, { ...comment, body: ' ' });
  expect(empty.status).toBe(422);
  const page = await empty.text();
  expect(page).toContain('Enter your name and a comment.');
  expect(page).toContain('value="paper is thick"');
  expect((await send(address, { ...comment, body: 'x'.repeat(2_001) })).status).toBe(422);
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  expect((await send(address, comment, foreign)).status).toBe(403);
  expect((await maria.list(path)).items).toEqual([]);
  const answers: number[] = [];
  for (let count = 0; count < 6; count += 1) answers.push((await send(address, comment)).status);
  expect(answers).toContain(429);
});
