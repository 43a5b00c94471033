import { expect, test } from 'vitest';
import { newId, newSecret, sha256 } from '@galley/kernel';
import { Random } from '@galley/testing';
import { crashTest } from './config.ts';
import { adminVariables, openTestDatabase, Site } from './fixtures.ts';

const rounds = 3;
const mostUsers = 60;

interface Made {
  readonly id: string;
  readonly name: string;
  isMember: boolean;
}

/** Sends one request after the other, until the server dies. */
class Directory {
  readonly made: Made[] = [];
  readonly #headers: Readonly<Record<string, string>>;
  #address = '';
  #group = '';

  constructor(token: string) {
    const type = 'application/scim+json';
    this.#headers = { authorization: `Bearer ${token}`, 'content-type': type };
  }

  at(address: string): void {
    this.#address = address;
  }

  async createGroup(): Promise<void> {
    const { json } = await this.send('POST', '/Groups', { displayName: 'Newsroom' });
    this.#group = json.id;
  }

  async work(round: number): Promise<void> {
    for (let number = 0; number < mostUsers; number += 1) {
      const name = `user-${round}-${number}`;
      const { status, json } = await this.send('POST', '/Users', { userName: name, active: true });
      expect(status).toBe(201);
      const user = { id: json.id, name, isMember: false };
      this.made.push(user);
      await this.join(user);
    }
  }

  async join(user: Made): Promise<void> {
    const Operations = [{ op: 'add', path: 'members', value: [{ value: user.id }] }];
    const { status } = await this.send('PATCH', `/Groups/${this.#group}`, { Operations });
    expect(status).toBe(200);
    user.isMember = true;
  }

  async members(): Promise<string[]> {
    const { json } = await this.send('GET', `/Groups/${this.#group}`);
    return json.members!.map(({ value }) => value);
  }

  async send(method: string, path: string, body?: object) {
    const response = await fetch(`${this.#address}/scim/v2${path}`, {
      method,
      headers: this.#headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = (await response.json()) as { id: string; members?: { value: string }[] };
    return { status: response.status, json };
  }
}

test('after kill -9, every answered change of a directory exists, and roles agree with groups (ADD-SCIM-5)', async () => {
  const random = new Random(crashTest.seed);
  await using database = await openTestDatabase();
  const config = 'scim: { enabled: true, groups: { Newsroom: editor } }\n';
  await using site = await Site.create({ 'galley.yaml': config });
  const variables = { DATABASE_URL: database.url, ...adminVariables };
  const token = `galley_${newSecret()}`;
  const directory = new Directory(token);
  let server = site.serve(variables);
  directory.at(await server.ready());
  const row = { id: newId(), username: 'ada', token_hash: sha256(token), name: 'Directory' };
  const times = { created_at: new Date(), expires_at: new Date(Date.now() + 3_600_000) };
  const values = { ...row, ...times, scopes: ['users.provision'] };
  await database.db.insertInto('api_tokens').values(values).execute();
  await directory.createGroup();
  for (let round = 0; round < rounds; round += 1) {
    const answered = directory.made.length + 2 + Math.floor(random.next() * 10);
    const working = directory.work(round).catch((error: unknown) => error);
    while (directory.made.length < answered) await new Promise((done) => setImmediate(done));
    await server.kill('SIGKILL');
    expect(await working).toBeInstanceOf(TypeError);
    server = site.serve(variables);
    directory.at(await server.ready());
    const members = new Set(await directory.members());
    for (const user of directory.made) {
      expect((await directory.send('GET', `/Users/${user.id}`)).status).toBe(200);
      if (user.isMember) expect(members).toContain(user.id);
    }
    const rows = await database.db
      .selectFrom('users')
      .select(['username', 'role'])
      .where('username', '!=', 'ada')
      .execute();
    const audited = await database.db
      .selectFrom('audit_entries')
      .select('target')
      .where('action', '=', 'user.save')
      .execute();
    const targets = new Set(audited.map(({ target }) => target));
    const memberNames = new Set(
      directory.made.filter(({ id }) => members.has(id)).map((u) => u.name),
    );
    for (const { username, role } of rows) {
      expect(targets).toContain(username);
      if (directory.made.some(({ name }) => name === username))
        expect([username, role]).toEqual([
          username,
          memberNames.has(username) ? 'editor' : 'author',
        ]);
    }
    // Unanswered requests can be repeated.
    for (const user of directory.made.filter(({ isMember }) => !isMember))
      await directory.join(user);
  }
}, 180_000);
