import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '@galley/testing';
import {
  admin,
  adminVariables,
  Client,
  openTestDatabase,
  Site,
  type Variables,
} from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

let database: TestDatabase;
let served: Site;
let variables: Variables;
let address: string;

beforeAll(async () => {
  database = await openTestDatabase();
  served = await Site.create({
    'galley.yaml':
      'sign_in: { required_provider: company, providers: { company: { issuer: "https://login.example.org", client_id: galley } } }\n',
  });
  variables = { DATABASE_URL: database.url };
  address = await served.serve({ ...variables, ...adminVariables }).ready();
});

afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await database.close();
});

function signInLink(...args: string[]) {
  const all = ['users', 'sign-in-link', ...args, '--project', served.directory];
  return galleyHere(all, { variables });
}

test('ADD-SSO-8: galley users sign-in-link is the way back in', async () => {
  const { username, password } = admin;
  expect(await new Client(address).begin('/login', { username, password })).toBe(403);
  const made = await signInLink(username);
  expect(made).toMatchObject({ ending: 0 });
  const link = new URL(made.stdout.trim());
  expect(`${link.origin}${link.pathname}`).toBe(`${address}/__admin/sign-in`);
  const token = link.hash.slice(1);
  const client = new Client(address);
  expect(await client.begin('/sign-in/link', { token })).toBe(200);
  expect(await new Client(address).begin('/sign-in/link', { token })).toBe(403);
  const entries = (
    await client.get<{ actor: string; target: string }[]>(
      '/__admin/api/audit?action=user.sign_in_link',
    )
  ).json();
  expect(entries).toMatchObject([{ target: username, details: { by: 'command line' } }]);
});

test('ADD-SSO-8: an unknown user is refused', async () => {
  const refused = await signInLink('nobody');
  expect(refused.ending).toBe(1);
  expect(refused.stderr).toContain('no enabled user "nobody"');
  expect(JSON.parse((await signInLink(admin.username, '--json')).stdout)).toMatchObject({
    username: admin.username,
    link: expect.stringContaining('/sign-in#') as string,
  });
});
