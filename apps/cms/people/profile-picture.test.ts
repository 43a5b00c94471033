import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, TestServer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';

const own = '/__admin/api/users/own/picture';
let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start();
});

afterAll(() => server[Symbol.asyncDispose]());

interface Pictured {
  readonly username: string;
  readonly picture: string | null;
}

async function personWith(username: string): Promise<AdminClient> {
  return new AdminClient(await server.signedInAs({ username, role: 'author' }));
}

async function photograph(color: string): Promise<Uint8Array<ArrayBuffer>> {
  const create = { width: 900, height: 600, channels: 3, background: color } as const;
  const picture = sharp({ create })
    .jpeg()
    .withExif({ IFD0: { Artist: 'secret address' } });
  return Uint8Array.from(await picture.toBuffer());
}

async function upload({ client }: AdminClient, content: Uint8Array<ArrayBuffer> | string) {
  return client.upload(own, { file: { name: 'me.jpg', content } });
}

async function pictureOf(person: AdminClient): Promise<string | null> {
  return (await person.getJson<Pictured>('/session')).picture;
}

test('ADD-ACC-1: a person sets, replaces and removes their own picture', async () => {
  const wim = await personWith('wim');
  expect(await pictureOf(wim)).toBeNull();
  const answer = await upload(wim, await photograph('#336699'));
  const { picture: first } = answer.json<{ picture: string }>();
  expect(await pictureOf(wim)).toBe(first);
  const ada = new AdminClient(await server.signedIn());
  expect(await ada.findUser('wim')).toMatchObject({ picture: first });

  const replaced = await upload(wim, await photograph('#993333'));
  const { picture: second } = replaced.json<{ picture: string }>();
  expect(second).not.toBe(first);
  expect((await ada.client.get(first)).status).toBe(404);
  expect((await ada.client.get(second)).status).toBe(200);
  expect((await fetch(server.url + second)).status).toBe(404);

  expect(await wim.postJson('/users/own/picture/delete', {})).toEqual({ picture: null });
  expect(await pictureOf(wim)).toBeNull();
  expect((await ada.client.get(second)).status).toBe(404);
});

test('ADD-ACC-1: the stored picture is a square WebP without metadata', async () => {
  const eve = await personWith('eve');
  const answer = await upload(eve, await photograph('#669933'));
  const { picture } = answer.json<{ picture: string }>();
  expect(picture).toMatch(/^\/profile-pictures\/[\da-f]{64}\.webp$/);
  const [image] = await server.database.db
    .selectFrom('user_pictures')
    .select('image')
    .where('username', '=', 'eve')
    .execute();
  const response = await eve.client.get(picture);
  expect(response.headers.get('content-type')).toBe('image/webp');
  expect(response.headers.get('cache-control')).toBe('private, max-age=3600');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  const { format, width, height, exif } = await sharp(image!.image).metadata();
  expect({ format, width, height, exif }).toEqual({
    format: 'webp',
    width: 256,
    height: 256,
    exif: undefined,
  });
});

test('ADD-ACC-1: other files are refused, and the picture stays', async () => {
  const lara = await personWith('lara');
  await upload(lara, await photograph('#222222'));
  const before = await pictureOf(lara);
  expectProblem(await upload(lara, '<script>'), 415, 'unsupported_media_type');
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
  const sent = await lara.client.upload(own, { file: { name: 'me.svg', content: drawing } });
  expectProblem(sent, 415, 'unsupported_media_type');
  expect(await pictureOf(lara)).toBe(before);
});

test('ADD-ACC-1: deleting the account deletes the picture', async () => {
  const tom = await personWith('tom');
  await upload(tom, await photograph('#112233'));
  const picture = await pictureOf(tom);
  const ada = new AdminClient(await server.signedIn());
  await ada.postJson('/users/delete', { username: 'tom' });
  expect((await ada.client.get(picture!)).status).toBe(404);
});
