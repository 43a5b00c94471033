import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { admin, expectProblem, password, TestServer, type Answer } from '../fixtures.ts';
import {
  expectNoSecretsInAudit,
  expectRecorded,
  newestEntry,
  AdminClient,
  adminClientOf,
  signIn,
  type AuditEntry,
  type AuditCase,
} from '../people.fixtures.ts';

const api = '/__admin/api';

let server: TestServer;
let ada: AdminClient;
let amy: AdminClient;
let eddy: AdminClient;
let mona: AdminClient;

const secrets: string[] = [admin.password, password, 'a wrong passphrase', 'seven grey herons'];

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/posts/ink.md': '---\ntitle: Ink\nauthor: eddy\n---\nBlack.\n' },
  });
  ada = new AdminClient(await server.signedIn());
  amy = await adminClientOf(server, 'amy');
  eddy = await adminClientOf(server, 'eddy', 'editor');
  const manager = { username: 'mona', role: 'manager', grants: ['users.manage'] };
  mona = new AdminClient(await server.signedInAs(manager));
});

afterAll(() => server[Symbol.asyncDispose]());

interface Refusal extends AuditCase {
  readonly code: string;
}

const denied: Refusal[] = [
  {
    action: 'login.failed',
    actor: 'eddy',
    target: 'eddy',
    code: 'invalid_credentials',
    act: () => signIn(server, { username: ' Eddy ', password: 'a wrong passphrase' }),
  },
  {
    action: 'login.failed',
    actor: 'nobody',
    target: 'nobody',
    code: 'invalid_credentials',
    act: () => signIn(server, { username: 'nobody' }),
  },
  {
    action: 'logout',
    actor: 'eddy',
    code: 'csrf_failed',
    act: () => eddy.client.post(`${api}/logout`, {}, { origin: 'https://evil.example' }),
  },
  {
    action: 'session.confirm',
    actor: 'eddy',
    code: 'invalid_credentials',
    act: () => eddy.attempt('/session/confirm', { password: 'a wrong passphrase' }),
  },
  {
    action: 'session.revoke',
    actor: 'eddy',
    target: 'ada',
    code: 'forbidden',
    act: () => eddy.attempt('/sessions/revoke', { username: 'ada' }),
  },
  {
    action: 'totp.setup',
    actor: 'eddy',
    target: 'ada',
    code: 'forbidden',
    act: () => eddy.attempt('/totp/setup', { username: 'ada' }),
  },
  {
    action: 'totp.enable',
    actor: 'amy',
    target: 'amy',
    code: 'totp_invalid',
    act: () => amy.attempt('/totp/enable', { code: '123456' }),
  },
  {
    action: 'totp.disable',
    actor: 'mona',
    target: 'ada',
    code: 'forbidden',
    act: () => mona.attempt('/totp/disable', { username: 'ada' }),
  },
  {
    action: 'totp.recovery_codes',
    actor: 'eddy',
    target: 'eddy',
    code: 'totp_not_enabled',
    act: () => eddy.attempt('/totp/recovery-codes'),
  },
  {
    action: 'password.change',
    actor: 'eddy',
    target: 'eddy',
    code: 'invalid_credentials',
    act: () =>
      eddy.attempt('/password/change', {
        current_password: 'a wrong passphrase',
        new_password: 'seven grey herons',
      }),
  },
  {
    action: 'password.reset_link',
    actor: 'mona',
    target: 'ada',
    code: 'forbidden',
    act: () => mona.attempt('/users/reset-link', { username: 'ada' }),
  },
  {
    action: 'token.create',
    actor: 'amy',
    code: 'invalid_fields',
    act: () => amy.attempt('/tokens/create', { name: 'T', scopes: ['users.manage'] }),
  },
  {
    action: 'token.revoke',
    actor: 'amy',
    target: 'no-such-token',
    code: 'not_found',
    act: () => amy.attempt('/tokens/revoke', { id: 'no-such-token' }),
  },
  {
    action: 'document.create',
    actor: 'eddy',
    code: 'already_exists',
    act: () =>
      eddy.attempt('/documents/create', { type: 'post', lang: 'en', title: 'Ink', content: 'A\n' }),
  },
  {
    action: 'document.save',
    actor: 'eddy',
    target: 'posts/ink.md',
    code: 'stale_revision',
    act: () =>
      eddy.attempt('/documents/save', {
        path: 'posts/ink.md',
        content: 'C\n',
        expected_revision: '0',
      }),
  },
  {
    action: 'document.save',
    actor: 'amy',
    target: 'posts/ink.md',
    code: 'not_found',
    act: () => amy.attempt('/documents/save', { path: 'posts/ink.md', content: 'Red.\n' }),
  },
  {
    action: 'role.save',
    actor: 'mona',
    target: 'mine',
    code: 'forbidden',
    act: () => mona.attempt('/roles/save', { name: 'mine', capabilities: ['audit.read'] }),
  },
  {
    action: 'role.delete',
    actor: 'ada',
    target: 'author',
    code: 'forbidden',
    act: () => ada.attempt('/roles/delete', { name: 'author' }),
  },
  {
    action: 'user.save',
    actor: 'mona',
    target: 'ada',
    code: 'forbidden',
    act: () => mona.saveUser('ada', { password: 'seven grey herons' }),
  },
  {
    action: 'user.delete',
    actor: 'ada',
    target: 'eddy',
    code: 'in_use',
    act: () => ada.deleteUser('eddy'),
  },
  // Missing permission is checked before the body is read, so the entry does not name the target.
  {
    action: 'user.save',
    actor: 'eddy',
    code: 'forbidden',
    act: () => eddy.saveUser('eddy', { role: 'admin' }),
  },
  {
    action: 'user.delete',
    actor: 'ada',
    code: 'csrf_failed',
    act: () => {
      const forged = server.visitor();
      forged.cookie = ada.client.cookie;
      return forged.post(`${api}/users/delete`, { username: 'amy' });
    },
  },
];

test.each(denied)(
  'a refusal is recorded with its reason: $action by $actor, $code (CMS-EVT-1, GAP-SET-8)',
  async ({ code, ...story }) => {
    const answer = await expectRecorded(ada, 'denied', { ...story, details: { code } });
    expect(answer.json()).toMatchObject({ code });
  },
);

describe('the audit log omits', () => {
  async function expectNothingNew(work: () => Promise<Answer>): Promise<Answer> {
    const before = await newestEntry(ada);
    const answer = await work();
    expect(await newestEntry(ada)).toEqual(before);
    return answer;
  }

  test('read operations', async () => {
    for (const path of ['/users', '/audit', '/sessions', '/documents']) {
      expect((await expectNothingNew(() => ada.ask(path))).status).toBe(200);
    }
  });

  test('unknown operations and fields (GAP-ERR-3)', async () => {
    const answer = await expectNothingNew(() => ada.attempt('/users/save', { nonsense: 1 }));
    expectProblem(answer, 400, 'invalid_request');
  });

  test('attempts of unknown callers, which would flood the log', async () => {
    const visitor = server.visitor();
    const save = { username: 'eve', name: '', email: '', role: 'admin' };
    const tries: [string, object, number][] = [
      ['/users/save', save, 401],
      ['/sessions/revoke', { all: true }, 401],
      ['/password/reset', { token: 'none', new_password: 'seven grey herons' }, 403],
      ['/logout', {}, 200],
    ];
    for (const [path, body, status] of tries) {
      const answer = await expectNothingNew(() => visitor.post(api + path, body));
      expect(answer.status).toBe(status);
    }
  });

  test('invalid user names, which may be passwords in the wrong field', async () => {
    const username = 'seven grey herons';
    const answer = await signIn(server, { username });
    expectProblem(answer, 401, 'invalid_credentials');
    expect(await newestEntry(ada)).toMatchObject({ action: 'login.failed', actor: '', target: '' });
  });

  test('missing codes, and attempts during a lockout', async () => {
    const bob = await adminClientOf(server, 'bob');
    const factor = await bob.setUpFactor();
    secrets.push(factor.app.secret, ...factor.recoveryCodes);
    const asked = await expectNothingNew(() => signIn(server, { username: 'bob' }));
    expectProblem(asked, 401, 'totp_required');
    for (const guess of ['a', 'b', 'c', 'd', 'a wrong passphrase']) {
      await signIn(server, { username: 'bob', password: guess });
    }
    const failed = await ada.getJson<AuditEntry[]>('/audit', {
      actor: 'bob',
      action: 'login.failed',
    });
    expect(failed).toHaveLength(5);
    const locked = await expectNothingNew(() => signIn(server, { username: 'bob' }));
    expectProblem(locked, 429, 'rate_limited');
  });
});

test('entries contain no password, code, token or hash (GAP-SET-8)', async () => {
  await expectNoSecretsInAudit(server, secrets);
});
