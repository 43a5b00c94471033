import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPath, operations, type Operation } from '@galley/contract';
import { auditActions } from '@galley/kernel';
import { expectProblem, TestServer, type Answer, type Client } from './fixtures.ts';
import { author, examples, refused } from './operation-examples.ts';
import {
  addToken,
  beginSession,
  bodySchemaOf,
  call,
  TestAdministrator,
  startExampleServer,
} from './operations/fixtures.ts';

const unaudited: Readonly<Record<string, string>> = {
  'backups.verify': 'it changes nothing',
  'plugins.review': 'it changes nothing',
  'auth.begin_at_provider': 'the callback of the provider records the sign-in',
  'identities.link': 'the callback of the provider records the link',
  'sessions.confirm_at_provider': 'the callback of the provider records it',
  'auth.login': 'it has two actions, `login` and `login.failed`, and records them itself',
  'passkeys.begin': 'it changes nothing',
  'passkeys.sign_in_options': 'it changes nothing',
  'passkeys.confirm_options': 'it changes nothing; the confirmation is recorded',
  'passkeys.sign_in': 'it has the two actions of `auth.login`, and records them itself',
  'documents.diff': 'it changes nothing',
  'documents.preview': 'it changes nothing',
  'documents.keep_working_copy': 'it changes nothing for anybody else; a save is recorded',
  'documents.discard_working_copy': 'it changes nothing for anybody else',
  'comments.add': 'it changes no text; the row has its author',
  'comments.reply': 'it changes no text; the row has its author',
  'comments.edit': 'only authors do it',
  'comments.remove': 'it removes a single comment, not the thread',
  'comments.resolve': 'the row has the person, and it can be undone',
  'documents.lock': 'it lasts two minutes, and what is saved meanwhile is recorded',
  'aiwriter.generate': 'changes no data, and prompts are private',
  'recipes.trigger': 'the run that it requests is recorded',
  'notifications.read': 'changes only the read state of notifications',
  'documents.unlock': 'records breaking the lock of another user itself',
};

type Known = Readonly<Record<'user' | 'body' | 'answer', Readonly<Record<string, unknown>>>>;

function firstPath({ body }: Known): unknown {
  return (body['paths'] as string[])[0];
}

function firstId({ body }: Known): unknown {
  return (body['ids'] as string[])[0];
}

const targets: Readonly<Record<string, (known: Known) => unknown>> = {
  'auth.logout': () => '',
  'auth.setup': ({ body }) => body['username'],
  'auth.use_link': ({ user }) => user['username'],
  'auth.verify_factor': ({ user }) => user['username'],
  'identities.unlink': ({ user }) => user['username'],
  'sessions.confirm': () => '',
  'sessions.revoke': ({ body }) => body['username'],
  'totp.setup': ({ user }) => user['username'],
  'totp.enable': ({ user }) => user['username'],
  'totp.disable': ({ user }) => user['username'],
  'totp.recovery_codes': ({ user }) => user['username'],
  'passkeys.add': ({ user }) => user['username'],
  'passkeys.rename': ({ user }) => user['username'],
  'passkeys.remove': ({ user }) => user['username'],
  'password.change': ({ user }) => user['username'],
  'password.reset': ({ user }) => user['username'],
  'tokens.create': ({ answer }) => answer['id'],
  'tokens.rotate': ({ body }) => body['id'],
  'tokens.end_overlap': ({ body }) => body['id'],
  'tokens.revoke': ({ body }) => body['id'],
  'tokens.revoke_many': firstId,
  'tokens.restore': firstId,
  'service_accounts.save': ({ answer }) => answer['username'],
  'service_accounts.delete': ({ body }) => body['username'],
  'webhooks.create': ({ answer }) => answer['id'],
  'webhooks.save': ({ body }) => body['id'],
  'webhooks.replace_secret': ({ body }) => body['id'],
  'webhooks.delete': ({ body }) => body['id'],
  'webhooks.test': ({ body }) => body['id'],
  'webhooks.resend': ({ body }) => body['delivery'],
  'forms.delete_entry': ({ body }) => body['form'],
  'forms.delete_entries': ({ body }) => body['form'],
  'users.save': ({ body }) => body['username'],
  'users.save_own': ({ user }) => user['username'],
  'users.save_own_picture': ({ user }) => user['username'],
  'users.delete_own_picture': ({ user }) => user['username'],
  'users.approve_picture': ({ body }) => body['username'],
  'users.delete_picture': ({ body }) => body['username'],
  'users.delete': ({ body }) => body['username'],
  'users.reset_link': ({ body }) => body['username'],
  'users.send_link': ({ body }) => body['username'],
  'users.save_own_language': ({ user }) => user['username'],
  'password.forgotten': () => '',
  'mail.test': ({ answer }) => answer['id'],
  'mail.resend': ({ body }) => body['id'],
  'account.save': ({ user }) => user['username'],
  'account.create_calendar_feed': ({ user }) => user['username'],
  'account.delete_calendar_feed': ({ user }) => user['username'],
  'account.send_email_link': ({ user }) => user['username'],
  'account.confirm_email': ({ user }) => user['username'],
  'account.cancel_email': ({ user }) => user['username'],
  'account.keep_email': ({ user }) => user['username'],
  'account.unsubscribe': ({ user }) => user['username'],
  'account.delete': ({ user }) => user['username'],
  'roles.save': ({ body }) => body['name'],
  'roles.delete': ({ body }) => body['name'],
  'operations.rebuild': () => '',
  'backups.create': ({ answer }) => answer['id'],
  'backups.delete': ({ body }) => body['id'],
  'backups.restore': ({ body }) => body['id'],
  'backups.git_snapshot': ({ answer }) => answer['id'],
  'imports.upload': ({ answer }) => answer['source'],
  'imports.start': ({ body }) => body['id'],
  'imports.cancel': ({ body }) => body['id'],
  'plugins.enable': ({ body }) => body['name'],
  'plugins.disable': ({ body }) => body['name'],
  'plugins.install': ({ answer }) => answer['name'],
  'plugins.update': ({ answer }) => answer['name'],
  'plugins.rollback': ({ body }) => body['name'],
  'plugins.delete': ({ body }) => body['name'],
  'themes.install': ({ answer }) => answer['name'],
  'themes.switch': ({ body }) => body['name'],
  'themes.upload': ({ answer }) => answer['name'],
  'themes.rollback': ({ body }) => body['name'],
  'themes.delete': ({ body }) => body['name'],
  'settings.save': ({ body }) => body['section'],
  'custom_fields.save': () => '',
  'onboarding.remove_example': () => '',
  'documents.create': ({ answer }) => answer['path'],
  'documents.save': ({ body }) => body['path'],
  'documents.editorial': ({ body }) => body['source_path'],
  'documents.status': ({ body }) => body['path'],
  'documents.set_deadline': ({ body }) => body['path'],
  'documents.delete': ({ body }) => body['path'],
  'documents.restore': ({ answer }) => answer['path'],
  'comments.remove_thread': ({ body }) => body['thread'],
  'comments.accept': ({ body }) => body['path'],
  'comments.reject': ({ body }) => body['path'],
  'documents.preview_link': ({ body }) => body['path'],
  'documents.revoke_preview_link': ({ body }) => body['id'],
  'documents.bulk_status': firstPath,
  'documents.bulk_assign': firstPath,
  'documents.bulk_terms': firstPath,
  'terms.redirect': () => 'taxonomies',
  'documents.bulk_delete': firstPath,
  'documents.bulk_restore': firstPath,
  'media.upload': ({ answer }) => answer['path'],
  'media.replace': ({ body }) => body['path'],
  'media.revert': ({ body }) => body['path'],
  'media.metadata': ({ body }) => body['path'],
  'media.move': ({ body }) => body['path'],
  'media.delete': ({ body }) => body['path'],
  'media.restore': ({ answer }) => answer['path'],
  'media.review': ({ body }) => body['path'],
  'media.purge': ({ body }) => body['path'],
  'media.bulk': firstPath,
  'runs.control': ({ answer }) => answer['run_id'],
  'runs.create': ({ answer }) => answer['run_id'],
  'runs.start': ({ answer }) => answer['run_id'],
  'runs.pause': ({ answer }) => answer['run_id'],
  'runs.resume': ({ answer }) => answer['run_id'],
  'runs.stop': ({ answer }) => answer['run_id'],
  'runs.force_stop': ({ answer }) => answer['run_id'],
  'runs.reopen': ({ answer }) => answer['run_id'],
  'runs.budget': ({ answer }) => answer['run_id'],
  'proposals.accept': ({ answer }) => answer['id'],
  'proposals.reject': ({ answer }) => answer['id'],
  'proposals.request_revision': ({ answer }) => answer['id'],
  'proposals.comment': ({ answer }) => answer['id'],
  'proposals.rollback': ({ answer }) => answer['id'],
  'tasks.create': ({ answer }) => answer['id'],
  'tasks.update': ({ answer }) => answer['id'],
  'tasks.cancel': ({ answer }) => answer['id'],
  'tasks.reopen': ({ answer }) => answer['id'],
  'tasks.assign': ({ answer }) => answer['id'],
  'tasks.take_over': ({ answer }) => answer['id'],
  'turns.stop': ({ answer }) => answer['turn'],
  'questions.answer': ({ answer }) => answer['id'],
  'agents.message': ({ answer }) => answer['agent_id'],
  'memories.delete': ({ answer }) => answer['id'],
  'approvals.approve': ({ answer }) => answer['id'],
  'approvals.reject': ({ answer }) => answer['id'],
  'worker_tokens.create': ({ answer }) => answer['id'],
  'worker_tokens.revoke': ({ answer }) => answer['id'],
  'mcp_clients.connect': ({ answer }) => answer['id'],
  'mcp_clients.revoke': ({ answer }) => answer['id'],
};

const byId = operations.map((operation) => ({ ...operation, operation }));
const audited = byId.filter((operation) => operation.audited);

let server: TestServer;
let olga: Client;

beforeAll(async () => {
  server = await startExampleServer();
  olga = await beginSession(server, author);
});

afterAll(() => server[Symbol.asyncDispose]());

async function entriesOf({ headers }: Answer, on = server) {
  return on.database.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('request_id', '=', headers.get('x-request-id')!)
    .execute();
}

interface Expected {
  readonly actor: string;
  readonly outcome: 'success' | 'denied';
  readonly details?: object;
}

/** Checks also the fields that every entry has (GAP-SET-8). */
async function getEntry(
  operation: Operation,
  { answer, on = server }: { answer: Answer; on?: TestServer },
  expected: Expected,
) {
  const entries = await entriesOf(answer, on);
  expect(entries).toHaveLength(1);
  const action: unknown = expect.stringMatching(actionPattern(operation));
  expect(entries[0]).toMatchObject({ action, address: '127.0.0.1', ...expected });
  return entries[0]!;
}

function actionPattern({ audited }: Operation): RegExp {
  return new RegExp(
    `^${fillPath(audited!.action.replaceAll('.', String.raw`\.`), () => '[a-z-]+')}$`,
  );
}

async function expectDenial(operation: Operation, answer: Answer, actor: string): Promise<void> {
  const { code, detail } = answer.json<{ code: string; detail: string }>();
  const details = { code, reason: detail };
  await getEntry(operation, { answer }, { actor, outcome: 'denied', details });
}

function expectNoSecrets(entry: object, ...bodies: Readonly<Record<string, unknown>>[]): void {
  const proofs = /^((current_|new_)?password|code|(csrf_)?token|secret|recovery_codes)$/;
  const written = JSON.stringify(entry);
  for (const [name, value] of bodies.flatMap((body) => Object.entries(body))) {
    if (!proofs.test(name)) continue;
    for (const secret of [value].flat()) expect(written).not.toContain(secret);
  }
}

describe('the contract', () => {
  test('uses only actions that the audit log defines (GAP-SET-8)', () => {
    for (const { operation } of audited) {
      expect(auditActions).toContainEqual(expect.stringMatching(actionPattern(operation)));
    }
  });

  test('audits all operations that change data, and no others', () => {
    const changing = byId.filter(({ method }) => method !== 'GET').map(({ id }) => id);
    const known = [...audited.map(({ id }) => id), ...Object.keys(unaudited)];
    expect(known.toSorted()).toEqual(changing.toSorted());
  });

  test.each(audited.filter((operation) => operation.audited!.target))(
    'names a field of the body as the target of $id',
    ({ operation }) => {
      const schema = bodySchemaOf(operation);
      const { target } = operation.audited!;
      expect(schema.properties).toHaveProperty(
        target!,
        expect.objectContaining({ type: 'string' }),
      );
    },
  );

  test('has a target here for every audited operation', () => {
    expect(Object.keys(targets).toSorted()).toEqual(audited.map(({ id }) => id).toSorted());
  });
});

describe('a successful operation is recorded with actor and target, without secrets (GAP-SET-8)', () => {
  test.each(audited.filter(({ id }) => id !== 'auth.setup'))('$id', async ({ id, operation }) => {
    const newcomer = await TestAdministrator.to(server);
    const { username } = newcomer;
    const { answer, body = {} } = await newcomer.succeed(operation);
    const said = answer.json();
    const status = operation.creates ? 201 : 200;
    expect({ status: answer.status, said }).toMatchObject({ status });
    const entry = await getEntry(operation, { answer }, { actor: username, outcome: 'success' });
    expect(entry.target).toBe(targets[id]!({ user: { username }, body, answer: said }));
    expectNoSecrets(entry, body, said);
  });

  test('auth.setup', async () => {
    await using empty = await TestServer.start({ environment: {} });
    const token = empty.setupLink!.split('#')[1]!;
    const body = { ...examples['auth.setup']!.body, token };
    const operation = operations.find(({ id }) => id === 'auth.setup')!;
    const answer = await call(empty.visitor(), operation, { body });
    const expected = { actor: 'eve', outcome: 'success', target: 'eve' } as const;
    expectNoSecrets(await getEntry(operation, { answer, on: empty }, expected), body);
  });

  test('auth.login records its two actions itself', async () => {
    const operation = operations.find(({ id }) => id === 'auth.login')!;
    const newcomer = await TestAdministrator.to(server);
    const { username } = newcomer;
    const { answer, body = {} } = await newcomer.succeed(operation);
    const wrong = { username, password: 'a wrong one' };
    const refusal = await call(server.visitor(), operation, { body: wrong });
    const entries = [...(await entriesOf(answer)), ...(await entriesOf(refusal))];
    const both = { actor: username, target: username, address: '127.0.0.1' };
    expect(entries).toMatchObject([
      { ...both, action: 'login', outcome: 'success' },
      { ...both, action: 'login.failed', outcome: 'denied' },
    ]);
    expectNoSecrets(entries, body, wrong, answer.json());
  });

  test.each([
    ['users.delete', 'username'],
    ['users.reset_link', 'username'],
    ['users.send_link', 'username'],
    ['users.delete_picture', 'username'],
    ['sessions.revoke', 'username'],
    ['roles.delete', 'name'],
  ])('%s records the stored name, however it was typed', async (id, field) => {
    const operation = operations.find((one) => one.id === id)!;
    const body = await (await TestAdministrator.to(server)).prepare(operation);
    const name = body![field] as string;
    const typed = { ...body, [field]: ` ${name.toUpperCase()} ` };
    const answer = await call(olga, operation, { body: typed });
    const expected = { actor: author, outcome: 'success', target: name } as const;
    await getEntry(operation, { answer }, expected);
  });
});

describe('a refused operation is recorded with the reason (GAP-SET-8)', () => {
  const guarded = audited.filter(({ access }) => access !== 'public');
  const open = audited.filter(({ access }) => access === 'public');
  /** An operation of each router: the same middleware refuses such requests to the others. */
  const representatives = [...Map.groupBy(guarded, ({ base }) => base).values()].map(
    ([first]) => first!,
  );
  // Entries that are written in the transaction of the change vanish when the change fails.
  const failing = audited.filter((one) => {
    const [, code] = refused[one.id] ?? [];
    return code && code !== 'invalid_request' && !one.audited?.withTheChange;
  });

  test.each(guarded)('for a caller without permission: $id', async ({ operation, access }) => {
    // A token may not call operations that require a session.
    const bySession = typeof access === 'object';
    const [client, headers] = bySession
      ? [await beginSession(server, 'reader'), undefined]
      : [server.visitor(), (await addToken(server, 'reader', { scopes: ['*'] })).headers];
    const answer = await call(client, operation, { headers });
    expectProblem(answer, 403, 'forbidden');
    await expectDenial(operation, answer, 'reader');
  });

  test.each(representatives)('for a request that may be forged: $id', async (one) => {
    const answer = await call(olga, one.operation, { headers: { 'x-csrf-token': 'forged' } });
    expectProblem(answer, 403, 'csrf_failed');
    await expectDenial(one.operation, answer, author);
  });

  test.each(open)('for a page of another site: $id', async ({ operation }) => {
    const headers = { origin: 'https://elsewhere.example' };
    const answer = await call(olga, operation, { headers });
    expectProblem(answer, 403, 'csrf_failed');
    await expectDenial(operation, answer, author);
  });

  test.each(failing)('for a permitted caller when it fails: $id', async ({ id, operation }) => {
    const answer = await call(olga, operation);
    expectProblem(answer, ...refused[id]!);
    await expectDenial(operation, answer, author);
    expectNoSecrets(await entriesOf(answer), examples[id]!.body ?? {});
  });

  test.each(representatives)('but not for an unknown caller: $id', async ({ operation }) => {
    const answer = await call(server.visitor(), operation);
    expectProblem(answer, 401, 'unauthenticated');
    expect(await entriesOf(answer)).toEqual([]);
  });
});

/** They hand out the whole content, or data about people, and are therefore recorded although they are a GET. */
const takesAway = new Set(['account.export', 'backups.download', 'forms.export']);

test.each(
  byId.filter(({ audited, method, id }) => !audited && method === 'GET' && !takesAway.has(id)),
)('reading operations are not recorded: $id', async ({ id, operation }) => {
  const { answer } = await (await TestAdministrator.to(server)).succeed(operation);
  // The content tree of the examples is not in a repository.
  expect(answer.status).toBe(id === 'documents.proposed_preview' ? 404 : 200);
  expect(await entriesOf(answer)).toEqual([]);
});
