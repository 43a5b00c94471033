import { expect } from 'vitest';
import { addToken } from '../operations/fixtures.ts';
import { TestServer, type Answer, type Client } from '../fixtures.ts';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export interface User {
  readonly id: string;
  readonly userName: string;
  readonly externalId?: string;
  readonly displayName: string;
  readonly name: Readonly<Record<string, string>>;
  readonly emails?: readonly { readonly value: string }[];
  readonly active: boolean;
  readonly groups: readonly { readonly value: string; readonly display: string }[];
  readonly meta: Readonly<Record<string, string>>;
}

export interface Group {
  readonly id: string;
  readonly displayName: string;
  readonly members?: readonly { readonly value: string; readonly display: string }[];
}

export interface List<T> {
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly T[];
}

/** Serves the groups `Newsroom` (editor) and `Reviewers` (reviewer); no limits of requests. */
export function startScimServer(
  scim: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Promise<TestServer> {
  const limits = { session_requests_per_minute: 0, public_requests_per_minute: 0 };
  const groups = { Newsroom: 'editor', Reviewers: 'reviewer' };
  return TestServer.start({
    config: { limits, scim: { enabled: true, groups, ...scim }, ...more },
  });
}

/** Acts as a directory. */
export class Directory {
  readonly #client: Client;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(client: Client, headers: Readonly<Record<string, string>>) {
    this.#client = client;
    this.#headers = headers;
  }

  static async at(server: TestServer, username = 'ada'): Promise<Directory> {
    const { headers } = await addToken(server, username, { scopes: ['users.provision'] });
    return new Directory(server.visitor(), headers);
  }

  send(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.#client.send(`/scim/v2${path}`, {
      method,
      headers: {
        accept: 'application/scim+json',
        'content-type': 'application/scim+json; charset=utf-8',
        ...this.#headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  withType(type: string): Directory {
    return this.withHeaders({ 'content-type': type });
  }

  withHeaders(headers: Readonly<Record<string, string>>): Directory {
    return new Directory(this.#client, { ...this.#headers, ...headers });
  }

  async get<T>(path: string): Promise<T> {
    return succeeded<T>(await this.send('GET', path));
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return succeeded<T>(await this.send('POST', path, body), 201);
  }

  async put<T>(path: string, body: unknown): Promise<T> {
    return succeeded<T>(await this.send('PUT', path, body));
  }

  async patch<T = User>(path: string, ...operations: readonly unknown[]): Promise<T> {
    const body = { schemas: [patchSchema], Operations: operations };
    return succeeded<T>(await this.send('PATCH', path, body));
  }

  async find(filter: string): Promise<List<User>> {
    return this.get(`/Users?filter=${encodeURIComponent(filter)}`);
  }

  create(userName: string, more: object = {}): Promise<User> {
    const active = true;
    return this.post('/Users', { schemas: [userSchema], userName, active, ...more });
  }

  createGroup(displayName: string, members: readonly User[] = []): Promise<Group> {
    const values = members.map(({ id }) => ({ value: id }));
    return this.post('/Groups', { schemas: [groupSchema], displayName, members: values });
  }
}

function succeeded<T>(answer: Answer, status = 200): T {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expect(answer.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return answer.json<T & Record<string, unknown>>();
}

interface ScimErrorBody {
  readonly status: string;
  readonly scimType?: string;
  readonly detail: string;
}

export function expectScimError(answer: Answer, status: number, scimType?: string): string {
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
  expect(answer.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
  const body = answer.json<ScimErrorBody & Record<string, unknown>>();
  expect(body).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    detail: expect.any(String) as string,
    ...(scimType && { scimType }),
  });
  return body.detail;
}

export interface Stored {
  readonly username: string;
  readonly role: string;
  readonly enabled: boolean;
}

export function storedUser({ database: { db } }: TestServer, username: string): Promise<Stored> {
  return db
    .selectFrom('users')
    .select(['username', 'role', 'enabled'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
}
