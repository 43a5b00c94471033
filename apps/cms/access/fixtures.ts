import { capabilities, ownableCapabilities } from '@galley/kernel';
import type { Client, TestServer } from '../fixtures.ts';
import { author } from '../operation-examples.ts';
import {
  addToken,
  beginSession,
  startExampleServer,
  type SessionState,
} from '../operations/fixtures.ts';

export interface Connection {
  readonly client: Client;
  readonly headers?: Record<string, string> | undefined;
}

export interface Caller {
  readonly by: 'nobody' | 'session' | 'token' | 'dead token';
  readonly username: string;
  /** The role's capabilities, reduced by the scopes of a token. */
  readonly grants: readonly string[];
  readonly scopes?: readonly string[];
  /** Due: the site requires a factor and the user has none. Not verified: the user has one, and has not entered it. */
  readonly factor?: 'due' | 'not verified';
  readonly confirmedLongAgo?: boolean;
  /** Opens a new session each time, since a call may end it. */
  readonly connect: () => Promise<Connection>;
}

export type Callers = Readonly<Record<string, Caller>>;

export interface CastOptions {
  readonly builtIn: Readonly<Record<string, readonly string[]>>;
  readonly needed: readonly string[];
  /** Capabilities that are useless without `documents.read`. */
  readonly withReading: readonly string[];
}

const [factorless, factored] = ['factorless', 'factored'];
const everything = ['*'];

export class TestCallers implements AsyncDisposable {
  readonly server: TestServer;
  readonly strict: TestServer;
  readonly #options: CastOptions;
  readonly #customRoles: ReadonlyMap<string, readonly string[]>;
  readonly #formers: Record<string, Caller> = {};
  readonly #tokens = new Map<string, Promise<Connection>>();

  private constructor([server, strict]: TestServer[], options: CastOptions) {
    this.server = server!;
    this.strict = strict!;
    this.#options = options;
    this.#customRoles = customRoles(options);
  }

  static async start(options: CastOptions): Promise<TestCallers> {
    const { builtIn } = options;
    const fixed = [...Object.keys(builtIn), 'reader', factorless, factored];
    const authors = [...customRoles(options).keys(), ...fixed];
    const servers = await Promise.all([
      startExampleServer({ authors }),
      startExampleServer({ authors, config: { security: { require_mfa: true } } }),
    ]);
    const cast = new TestCallers(servers, options);
    await cast.#addPeople();
    await cast.#end();
    return cast;
  }

  /** Sessions that are decided differently for each operation. */
  people(): Callers {
    const builtIn = Object.entries(this.#options.builtIn).map(
      ([role, grants]) => [`the role ${role}`, this.#session(role, grants)] as const,
    );
    return {
      nobody: this.#nobody({ client: this.server.visitor() }),
      ...Object.fromEntries(builtIn),
      'a role without capabilities': this.#session('reader', []),
      'a session without the second factor that its user has': {
        ...this.#session(factored, everything),
        factor: 'not verified',
      },
    };
  }

  otherCredentials(): Callers {
    const longAgo = { confirmedAt: new Date(Date.now() - 10 * 60_000 - 1_000) };
    return {
      'a session that was confirmed long ago': {
        ...this.#session(author, everything, longAgo),
        confirmedLongAgo: true,
      },
      'a token for everything': this.#token(author, everything),
      'a token of a role without capabilities': this.#token('reader', everything, []),
      'a token without scopes beside an administrator’s cookie': {
        ...this.#token(author, []),
        connect: async () => {
          const { headers } = await this.#token(author, []).connect();
          return { client: await beginSession(this.server, author), headers };
        },
      },
      ...this.#formers,
    };
  }

  holdersOf(capability: string): Callers {
    const { only, own, not } = roleNames(capability);
    const [scopes, ownScopes, others] = [only, own, not].map((name) =>
      this.#customRoles.get(name)!,
    ) as [string[], string[], string[]];
    const callers: Callers = {
      'a role with nothing else': this.#session(only, scopes),
      'a role with everything else': this.#session(not, others),
      'a token with the scope': this.#token(author, scopes),
      'a token with every other scope': this.#token(author, others),
      'a token with the scope, of a user whose role lacks it': this.#token(not, scopes, []),
    };
    if (!isOwnable(capability)) return callers;
    return {
      ...callers,
      'a role with it for own documents': this.#session(own, ownScopes),
      'a token with the scope for own documents': this.#token(author, ownScopes),
      'a token with the scope, of a user who has it for own documents': this.#token(
        own,
        scopes,
        ownScopes,
      ),
    };
  }

  underStrictness(): Callers {
    const { strict } = this;
    const inSession = (username: string, state?: SessionState): Caller => ({
      ...this.#session(username, everything),
      connect: async () => ({ client: await beginSession(strict, username, state) }),
    });
    const byToken = (username: string): Caller => ({
      ...this.#token(username, everything),
      connect: async () => {
        const { headers } = await addToken(strict, username, { scopes: everything });
        return { client: strict.visitor(), headers };
      },
    });
    return {
      'a session with a second factor': inSession(author, { factorVerified: true }),
      due: { ...inSession(factorless), factor: 'due' },
      'a token of a user with a second factor': byToken(factored),
      'a token of a user without a second factor': { ...byToken(factorless), factor: 'due' },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    await this.strict[Symbol.asyncDispose]();
  }

  #nobody(connection: Connection, by: 'nobody' | 'dead token' = 'nobody'): Caller {
    return { by, username: author, grants: [], connect: () => Promise.resolve(connection) };
  }

  #session(username: string, grants: readonly string[], state?: SessionState): Caller {
    const connect = async () => ({ client: await beginSession(this.server, username, state) });
    return { by: 'session', username, grants, connect };
  }

  #token(username: string, scopes: readonly string[], grants = scopes): Caller {
    // Tokens are reused: a user may have at most a hundred, and there will be more operations than that.
    const connect = () => {
      const key = [username, ...scopes].join();
      const made = this.#tokens.get(key) ?? this.#addToken(username, scopes);
      this.#tokens.set(key, made);
      return made;
    };
    return { by: 'token', username, grants, scopes, connect };
  }

  async #addToken(username: string, scopes: readonly string[]): Promise<Connection> {
    const { headers } = await addToken(this.server, username, { scopes });
    return { client: this.server.visitor(), headers };
  }

  async #addPeople(): Promise<void> {
    const { server, strict } = this;
    for (const [name, grants] of this.#customRoles) {
      await server.addUser({ username: name, role: name, grants });
    }
    for (const role of Object.keys(this.#options.builtIn)) {
      await server.addUser({ username: role, role });
    }
    await server.addUser({ username: factored, role: 'admin' });
    await addFactor(server, factored);
    await strict.addUser({ username: factored, role: 'admin' });
    await addFactor(strict, factored);
    await strict.addUser({ username: factorless, role: 'admin' });
  }

  async #end(): Promise<void> {
    const { server } = this;
    const { db } = server.database;
    const olga = await beginSession(server, author);
    const post = (path: string, body: object) => olga.post(`/__admin/api${path}`, body);
    const past = { expires_at: new Date(Date.now() - 1) };
    const ends: Record<string, (username: string, tokenId: string) => Promise<unknown>> = {
      disabled: (username) => server.disableUser(username),
      deleted: (username) => post('/users/delete', { username }),
      revoked: async (username, id) => {
        await post('/sessions/revoke', { username });
        await post('/tokens/revoke', { id });
      },
      expired: async (username) => {
        for (const table of ['sessions', 'api_tokens'] as const) {
          await db.updateTable(table).set(past).where('username', '=', username).execute();
        }
      },
    };
    for (const [how, end] of Object.entries(ends)) {
      await server.addUser({ username: how, role: 'admin' });
      const client = await beginSession(server, how);
      const { id, headers } = await addToken(server, how, { scopes: everything });
      await end(how, id);
      this.#addFormer(how, { client, headers });
    }
    const cookie = olga.cookie!.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    const authorization = `Bearer galley_${'A'.repeat(43)}`;
    const client = Object.assign(server.visitor(), { cookie, csrfToken: olga.csrfToken });
    this.#addFormer('made-up', { client, headers: { authorization } });
  }

  #addFormer(how: string, { client, headers }: Required<Connection>): void {
    const name = ['disabled', 'deleted'].includes(how) ? `of a ${how} user` : `that is ${how}`;
    this.#formers[`a session ${name}`] = this.#nobody({ client });
    const tokenOnly = { client: this.server.visitor(), headers };
    this.#formers[`a token ${name}`] = this.#nobody(tokenOnly, 'dead token');
  }
}

function isOwnable(capability: string): boolean {
  return ownableCapabilities.some((name) => name === capability);
}

function roleNames(capability: string) {
  const name = capability.replace('.', '-');
  return { only: `only-${name}`, own: `own-${name}`, not: `not-${name}` };
}

/** Returns custom roles by name: for each capability, only it, only it for own documents, and all but it. */
function customRoles({ needed, withReading }: CastOptions): Map<string, readonly string[]> {
  const all = [...capabilities, ...ownableCapabilities.map((name) => `${name}.own`)];
  return new Map(
    needed.flatMap((capability) => {
      const names = roleNames(capability);
      const with_ = (end: string) => [
        capability + end,
        ...(withReading.includes(capability) ? [`documents.read${end}`] : []),
      ];
      const others = all.filter((name) => name !== capability && name !== `${capability}.own`);
      return [
        [names.only, with_('')],
        [names.own, with_('.own')],
        [names.not, others],
      ] as const;
    }),
  );
}

async function addFactor({ database: { db } }: TestServer, username: string): Promise<void> {
  const at = new Date();
  const times = { created_at: at, updated_at: at };
  const factor = { id: username, username, kind: 'totp', data: '{"secret":""}', ...times };
  await db.insertInto('credentials').values(factor).execute();
}

export async function stateOf({ database: { db } }: TestServer): Promise<unknown> {
  const documents = ['path', 'status', 'revision', 'author', 'assignee', 'deleted_at'] as const;
  return Promise.all([
    db.selectFrom('roles').selectAll().orderBy('name').execute(),
    db.selectFrom('users').selectAll().orderBy('username').execute(),
    db.selectFrom('credentials').selectAll().orderBy('id').execute(),
    db.selectFrom('sessions').select(['id', 'username', 'confirmed_at']).orderBy('id').execute(),
    db.selectFrom('api_tokens').select(['id', 'username', 'scopes']).orderBy('id').execute(),
    db.selectFrom('one_time_tokens').selectAll().orderBy('token_hash').execute(),
    db.selectFrom('sign_in_throttles').selectAll().orderBy('username').execute(),
    db.selectFrom('documents').select(documents).orderBy('path').execute(),
    db.selectFrom('document_history').select('hash').orderBy('hash').execute(),
    db.selectFrom('editorial_events').selectAll().orderBy('id').execute(),
    db.selectFrom('trash').selectAll().orderBy('path').execute(),
    db.selectFrom('preview_links').selectAll().orderBy('id').execute(),
    db.selectFrom('document_locks').selectAll().orderBy('document_id').execute(),
    db.selectFrom('working_copies').selectAll().orderBy('id').execute(),
    db.selectFrom('runs').selectAll().orderBy('id').execute(),
    db.selectFrom('idempotency_keys').select('key').orderBy('key').execute(),
  ]);
}
