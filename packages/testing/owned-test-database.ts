import { randomBytes } from 'node:crypto';
import { serverUrl } from './config.ts';
import { inDatabase, onServer, recreateDatabase } from './test-database.ts';

/** Empty database with two password users: the owner, and one that owns nothing. */
export interface OwnedTestDatabase extends AsyncDisposable {
  readonly owner: string;
  readonly ownerUrl: string;
  /** Name that has to be quoted in SQL. */
  readonly user: string;
  readonly url: string;
  readonly superuserUrl: string;
}

export async function createOwnedTestDatabase(): Promise<OwnedTestDatabase> {
  const server = serverUrl();
  const suffix = randomBytes(6).toString('hex');
  const database = `galley_test_${suffix}`;
  const [owner, user] = [`owner_${suffix}`, `The "user" ${suffix}`];
  for (const role of [owner, user])
    await onServer(server, `create role ${quoted(role)} login password '${password(role)}'`);
  await recreateDatabase(server, database);
  await onServer(server, `alter database ${database} owner to ${owner}`);
  const superuserUrl = inDatabase(server, database);
  return {
    owner,
    ownerUrl: withUser(superuserUrl, owner),
    user,
    url: withUser(superuserUrl, user),
    superuserUrl,
    [Symbol.asyncDispose]: async () => {
      await onServer(server, `drop database if exists ${database} with (force)`);
      for (const role of [owner, user]) await onServer(server, `drop role ${quoted(role)}`);
    },
  };
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const password = (role: string): string => `password of ${role}`;

function withUser(url: string, role: string): string {
  const address = new URL(url);
  address.username = encodeURIComponent(role);
  address.password = encodeURIComponent(password(role));
  return address.href;
}
