import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, TestServer } from '../fixtures.ts';
import { AdminClient, adminClientOf } from '../people.fixtures.ts';

let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/config/site.yaml': 'editorial:\n  require_approval: true\n' },
  });
  ada = new AdminClient(await server.signedIn());
});

afterAll(() => server[Symbol.asyncDispose]());

async function photograph(person: AdminClient): Promise<string> {
  const create = { width: 300, height: 300, channels: 3, background: '#336699' } as const;
  const content = Uint8Array.from(await sharp({ create }).png().toBuffer());
  const file = { name: 'me.png', content };
  const answer = await person.client.upload('/__admin/api/users/own/picture', { file });
  return answer.json<{ picture: string }>().picture;
}

const manager = async (username: string) =>
  new AdminClient(await server.signedInAs({ username, role: 'admin' }));

test('ADD-SSO-10: nobody allows the picture of another account of theirs', async () => {
  const writer = await adminClientOf(server, 'writer');
  const [puppet, other] = [await manager('puppet'), await manager('other')];
  const body = { username: 'writer', name: 'writer', picture: await photograph(writer) };
  const shared = ['writer', 'puppet'].map((username) => ({ username, person: 'w' }));
  await server.database.db.insertInto('shared_accounts').values(shared).execute();
  const refused = await puppet.attempt('/users/picture/approve', body);
  expect(expectProblem(refused, 403, 'forbidden').detail).toContain('shared neither a sign-in');
  expect(await ada.findUser('writer')).toMatchObject({ picture_approved: false });
  expect(await other.postJson('/users/picture/approve', body)).toMatchObject({
    picture_approved: true,
  });
});

test('ADD-SSO-10: a service account allows no picture of a person who had its token', async () => {
  await ada.postJson('/roles/save', { name: 'desk', capabilities: ['users.manage'] });
  const robot = { username: 'service:desk', description: '', role: 'desk' };
  await ada.postJson('/service-accounts/save', robot);
  const { token } = await ada.postJson<{ token: string }>('/tokens/create', {
    name: 'Desk',
    scopes: ['*'],
    service: robot.username,
  });
  const approve = (body: object) =>
    server.visitor().post('/__admin/api/users/picture/approve', body, {
      authorization: `Bearer ${token}`,
    });
  const name = (await ada.findUser('ada'))!['name'];
  const own = await approve({ username: 'ada', name, picture: await photograph(ada) });
  expectProblem(own, 403, 'forbidden');
  const zoe = await adminClientOf(server, 'zoe');
  const theirs = await approve({ username: 'zoe', name: 'zoe', picture: await photograph(zoe) });
  expect(theirs.json()).toMatchObject({ picture_approved: true });
});
