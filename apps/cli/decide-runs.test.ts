import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminVariables, Client, openTestDatabase, Site } from './fixtures.ts';
import { runHere } from './run-here.fixtures.ts';

const lines = Array.from({ length: 20 }, (_, at) => `Line ${at + 1}.`);
const patch = `diff --git a/notes.txt b/notes.txt
--- a/notes.txt
+++ b/notes.txt
@@ -1,2 +1,2 @@
-Line 1.
+First line.
 Line 2.
@@ -19,2 +19,2 @@
 Line 19.
-Line 20.
+Last line.
`;
const sha256 = createHash('sha256').update(patch).digest('hex');

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let site: Site;
let url: string;
let token: string;
let base: string;

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: `${site.directory}/repository`, encoding: 'utf8' }).trim();

beforeAll(async () => {
  database = await openTestDatabase();
  const settings =
    'coordinator: { enforcement: enforced, workspace: { repository: repository } }\n';
  site = await Site.create({
    'galley.yaml': settings,
    'repository/notes.txt': `${lines.join('\n')}\n`,
  });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', 'commit', '-qm', 'Notes');
  base = git('rev-parse', 'HEAD');
  url = await site.serve({ DATABASE_URL: database.url, ...adminVariables }).ready();
  const ada = await Client.signedIn(url);
  const wish = { name: 'Terminal', scopes: ['runs.read', 'runs.approve', 'runs.control'] };
  const made = await ada.post<{ token: string }>('/__admin/api/tokens/create', {
    ...wish,
    expires_in_days: 7,
  });
  token = made.json().token;
  const at = new Date();
  const run = { id: 'run-1', workspace_id: 'default', goal: 'Notes', status: 'active' };
  await database.db
    .insertInto('runs')
    .values({ ...run, started_at: at, transitioned_at: at })
    .execute();
  const agent = { id: 'chair-1', role: 'chair', name: 'Chair', adapter: 'generic' };
  await database.db
    .insertInto('agents')
    .values({ ...agent, command: '', status: 'idle', enabled: true, updated_at: at })
    .execute();
}, 120_000);
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await database.close();
});

function galley(...args: string[]) {
  return galleyAs({ GALLEY_TOKEN: token }, ...args);
}

function galleyAs(variables: Readonly<Record<string, string>>, ...args: string[]) {
  const all = { DATABASE_URL: database.url, ...variables };
  return runHere(['runs', ...args, '--url', url], { cwd: site.directory, variables: all });
}

async function propose(id: string): Promise<string> {
  const at = new Date();
  await database.db
    .insertInto('proposals')
    .values({
      id,
      workspace_id: 'default',
      run_id: 'run-1',
      task_id: null,
      title: 'Better\u001b notes',
      body: 'Because.',
      risk: 'low',
      status: 'in_review',
      proposed_by: 'implementer-1',
      created_at: at,
      updated_at: at,
    })
    .execute();
  await database.db
    .insertInto('proposal_patches')
    .values({
      proposal_id: id,
      sha256,
      base_revision: base,
      patch,
      attached_by: 'implementer-1',
      attached_at: at,
    })
    .execute();
  return id;
}

describe('ADD-RUN-27: decisions on the command line', () => {
  test('shows a proposal, and accepts one of its hunks by the beginning of its ID', async () => {
    const id = await propose('p-hunks');
    const shown = await galley('proposal', id);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain(`proposal ${id}  in_review  risk low  by implementer-1  run-1`);
    expect(shown.stdout).toContain(`Better notes\n`);
    expect(shown.stdout).toContain(`patch ${sha256}\n`);
    expect(shown.stdout).toContain('\n-Line 20.\n+Last line.\n');
    const hunk = / {2}hunk (\w+) {2}notes\.txt {2}@@ -19,2 \+19,2 @@/.exec(shown.stdout)![1]!;
    const chosen = ['--hunks', hunk.slice(0, 6), '--patch', sha256.slice(0, 8)];
    const accepted = await galley('accept', id, ...chosen, '--yes', '--message', 'Only the end.');
    expect(accepted).toMatchObject({ code: 0, stderr: '' });
    expect(accepted.stdout).toMatch(
      /^The proposal p-hunks is accepted, with commit [0-9a-f]{12}, without 1 hunk\.\n$/,
    );
    expect(git('show', 'HEAD:notes.txt')).toMatch(/^Line 1\.\n[^]*\nLast line\.$/);
    const decided = await galley('proposal', id, '--json');
    expect(JSON.parse(decided.stdout)).toMatchObject({
      status: 'accepted',
      decided_by: 'ada',
      decision_note: 'Only the end.',
    });
  });

  test('rejects and returns a proposal', async () => {
    const rejected = await galley('reject', await propose('p-reject'), '--yes', '--json');
    expect(JSON.parse(rejected.stdout)).toMatchObject({ id: 'p-reject', status: 'rejected' });
    const returned = await galley('return', await propose('p-return'), '-m', 'Name the source.');
    expect(returned).toMatchObject({
      code: 0,
      stdout: 'The proposal p-return is revision_requested.\n',
    });
  });

  test('answers a question that the run shows, and sends a message', async () => {
    const question = { id: 'q-1', workspace_id: 'default', run_id: 'run-1', choices: ['black'] };
    const asked = { agent_id: 'chair-1', text: 'Which ink?', due_at: null, asked_at: new Date() };
    await database.db
      .insertInto('questions')
      .values({ ...question, ...asked, about: null })
      .execute();
    const { stdout } = await runHere(['runs', 'show', 'run-1'], {
      cwd: site.directory,
      variables: { DATABASE_URL: database.url },
    });
    expect(stdout).toContain('  question q-1  chair-1  Which ink?  (choices: black)\n');
    const answered = await galley('answer', 'q-1', 'blue');
    expect(answered).toMatchObject({
      code: 0,
      stdout: 'The question of chair-1 is answered.\n',
    });
    const again = await galley('answer', 'q-1', 'red');
    expect(again).toMatchObject({ code: 1, stdout: '' });
    expect(again.stderr).toContain('ada has already answered');
    const sent = await galley('message', 'run-1', 'chair-1', 'Start with ink.', '--json');
    expect(JSON.parse(sent.stdout)).toEqual({ run_id: 'run-1', agent_id: 'chair-1' });
  });

  test('decides nothing without a confirmation, a person, the patch that was read, or a known hunk', async () => {
    const id = await propose('p-kept');
    const failures = [
      [{ GALLEY_TOKEN: token }, ['accept', id], 'Add --yes.'],
      [{ GALLEY_TOKEN: token }, ['reject', id], 'Add --yes.'],
      [{}, ['accept', id, '--yes'], 'Set GALLEY_TOKEN'],
      [{ GALLEY_TOKEN: 'gly_wrong' }, ['accept', id, '--yes'], 'GALLEY_TOKEN is invalid'],
      [
        { GALLEY_TOKEN: token },
        ['accept', id, '--yes', '--patch', '0123456789'],
        'The newest patch is',
      ],
      [{ GALLEY_TOKEN: token }, ['accept', id, '--yes', '--hunks', 'zz'], 'No hunk has the ID zz'],
      [{ GALLEY_TOKEN: token }, ['reject', 'nothing', '--yes'], 'Proposal "nothing" not found'],
    ] as const;
    for (const [variables, args, message] of failures) {
      const failed = await galleyAs(variables, ...args);
      expect(failed, message).toMatchObject({ code: 1, stdout: '' });
      expect(failed.stderr).toContain(message);
    }
    const { code, stderr } = await galley('return', id);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('message') as string,
    });
    expect(JSON.parse((await galley('proposal', id, '--json')).stdout)).toMatchObject({
      status: 'in_review',
    });
  });

  test('sends the token to no other machine without HTTPS', async () => {
    const variables = { DATABASE_URL: database.url, GALLEY_TOKEN: token };
    const args = ['runs', 'proposal', 'p', '--url', 'http://galley.example'];
    const failed = await runHere(args, { cwd: site.directory, variables });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toContain('HTTP is allowed for this machine only');
  });

  test('says where no server answers', async () => {
    const variables = { DATABASE_URL: database.url, GALLEY_TOKEN: token };
    const args = ['runs', 'proposal', 'p', '--url', 'http://127.0.0.1:1'];
    const failed = await runHere(args, { cwd: site.directory, variables });
    expect(failed).toMatchObject({ code: 1, stdout: '' });
    expect(failed.stderr).toMatch(
      /No Galley server answers at http:\/\/127\.0\.0\.1:1 \([\w ]+\)\. Start one with galley serve/,
    );
  });
});
