import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { format, resolveConfig } from 'prettier';
import type { TestDatabase } from '@galley/testing';
import { commandHelp, renderCommandReference } from './command-reference.ts';
import { openTestDatabase, Site } from './fixtures.ts';
import { runHere, type Outcome } from './run-here.fixtures.ts';

const commands = await commandHelp();
const leaves = commands.filter(({ help }) => !help.includes('\nCommands:\n'));
let database: TestDatabase;
let site: Site;
let empty: Site;

beforeAll(async () => {
  database = await openTestDatabase();
  site = await Site.create();
  empty = await Site.create();
  const made = await inSite(['init']);
  expect(made).toEqual({ code: 0, stdout: '', stderr: '' });
  await inSite(['users', 'create', 'ada', '--role', 'admin', '--link']);
});

afterAll(async () => {
  await Promise.all([site[Symbol.asyncDispose](), empty[Symbol.asyncDispose]()]);
  await database.close();
});

function inSite(args: readonly string[], variables = {}): Promise<Outcome> {
  const all = { DATABASE_URL: database.url, ...variables };
  return runHere(args, { cwd: site.directory, variables: all });
}

describe('GAP-CLI-1: the help', () => {
  test.each(commands)(
    'of galley $command has an example and fits a terminal',
    ({ command, help }) => {
      expect(help).toMatch(new RegExp(`Examples:\\n +(.* )?galley ${command}`));
      for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
    },
  );

  test.each(leaves)('of galley $command describes its output', ({ help }) => {
    expect(help).toMatch(/\n(Prints|Logs) /);
  });

  test('matches docs/reference/command-line.md', async () => {
    const file = join(import.meta.dirname, '../../docs/reference/command-line.md');
    const options = { ...(await resolveConfig(file)), filepath: file };
    const page = await format(await renderCommandReference(), options);
    expect(await readFile(file, 'utf8')).toBe(page);
  });
});

/** Commands that print data, in an order in which each has something to print; `:backup` is the backup just created. */
const printing: readonly (readonly [string, ...string[]])[] = [
  ['version'],
  ['users', 'create', 'bo', '--link'],
  ['users', 'reset-password', 'bo', '--link'],
  ['migrate'],
  ['build'],
  ['backup', 'create', 'nightly'],
  ['backup', 'list'],
  ['backup', 'verify', ':backup'],
  ['backup', 'git-snapshot', 'Before the redesign'],
  ['backup', 'git-log', '1'],
  ['doctor'],
  ['run', '--headless', '--max-iterations', '1'],
];

describe('GAP-CLI-1: --json', () => {
  test.each(printing)('galley %s %s prints exactly one value', async (...args) => {
    const { code, stdout, stderr } = await inSite([...(await located(args)), '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const value: unknown = JSON.parse(stdout);
    const name = args.slice(0, /^(users|backup)$/.test(args[0] ?? '') ? 2 : 1).join(' ');
    const promised = promisedKeys(leaves.find(({ command }) => command === name)!.help);
    if (promised) expect(Object.keys(value as object).sort()).toEqual(promised.sort());
  });

  test.each(printing)('galley %s %s prints plain lines without --json', async (...args) => {
    const own = args.map((arg) => (arg === 'bo' && args[1] === 'create' ? 'cy' : arg));
    const { code, stdout, stderr } = await inSite(await located(own));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/\S\n$/);
    expect(stdout).not.toContain('\u001B');
    expect(stdout).not.toMatch(/^\{/);
  });
});

async function located(args: readonly string[]): Promise<string[]> {
  const [backup = ''] = (await site.list('.service/backups').catch(() => [])).filter((name) =>
    name.startsWith('nightly'),
  );
  return args.map((arg) => (arg === ':backup' ? join('.service/backups', backup) : arg));
}

function promisedKeys(help: string): string[] | undefined {
  return /--json:\s+\{([^}]*)\}/
    .exec(help)?.[1]
    ?.split(',')
    .map((key) => key.trim());
}

function isOfFiles(act: string | undefined): boolean {
  return act === 'list' || act === 'git-log';
}

const inProjects = printing
  .filter(([command]) => command !== 'version')
  .filter(([, act]) => act !== 'verify');

describe('outside a project', () => {
  test.each([...inProjects, ['start'], ['service', 'install'], ['service', 'status'], ['logs']])(
    'galley %s %s exits with 1 and a message, and creates nothing',
    async (...args) => {
      const { code, stdout, stderr } = await runHere(args, { cwd: empty.directory });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^galley: .*\.\n$/);
      expect(stderr).not.toMatch(/\n {4}at /);
      expect(await empty.list()).toEqual([]);
    },
  );
});

describe('with a database that is away', () => {
  const variables = { DATABASE_URL: 'postgres://galley:hunter2@127.0.0.1:1/galley' };

  const needing = inProjects.filter(([command, act]) => command !== 'doctor' && !isOfFiles(act));

  test.each([...needing, ['start'], ['serve']])(
    'galley %s %s exits with 1, names the address, and hides the password',
    async (...args) => {
      const { code, stdout, stderr } = await inSite(args, variables);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/galley: The database at 127\.0\.0\.1:1 cannot be used: .*\.\n$/);
      expect(stderr).not.toContain('hunter2');
    },
  );

  test.each(inProjects.filter(([, act]) => isOfFiles(act)))(
    'galley %s %s works: it needs only files',
    async (...args) => {
      expect(await inSite(args, variables)).toMatchObject({ code: 0, stderr: '' });
    },
  );

  test('galley doctor reports it as one of its findings', async () => {
    const { code, stdout } = await inSite(['doctor'], variables);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✗ error {4}database /m);
    expect(stdout).not.toContain('hunter2');
  });
});

describe('GAP-CLI-1: wrong usage exits with 2 and suggests the nearest name', () => {
  test.each([
    [['--project', '.'], 'choose a command, such as galley serve', ''],
    [['srve'], 'Unknown command srve. Did you mean serve?', ''],
    [['frobnicate'], /^Unknown command frobnicate\. Available: serve, init/, ''],
    [['users', 'crate'], 'Unknown command users crate. Did you mean users create?', 'users'],
    [
      ['backup', 'git-lgo'],
      'Unknown command backup git-lgo. Did you mean backup git-log?',
      'backup',
    ],
    [['serve', '--prot', '9000'], 'Unknown option --prot. Did you mean --port?', 'serve'],
    [['doctor', '--jsno'], 'Unknown option --jsno. Did you mean --json?', 'doctor'],
    [['build', '--strct=yes'], 'Unknown option --strct. Did you mean --strict?', 'build'],
    [['logs', '--no-such-thing'], /^Unknown option --such-thing\. Available: --project/, 'logs'],
    [['init', 'my-site'], /^Unexpected argument "my-site"\. .* --project\.$/, 'init'],
    [['users', 'create'], 'galley users create needs <username>.', 'users create'],
    [['backup', 'verify'], 'galley backup verify needs <file>.', 'backup verify'],
    [['users', 'create', 'bo', '--role'], '--role needs a value.', 'users create'],
    [['logs', '--level', 'loud'], '--level takes error, warn, info or debug, not "loud".', 'logs'],
    [
      ['users', 'create', 'bo', '--link', '--password-stdin'],
      '--link and --password-stdin cannot be used together.',
      'users create',
    ],
  ])('galley %j', async (args, sentence, command) => {
    const { code, stdout, stderr } = await runHere(args, { cwd: empty.directory });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const [first = '', see, ...rest] = stderr.trimEnd().split('\n');
    const said = first.replace(/^galley: /, '');
    if (typeof sentence === 'string') expect(said).toBe(sentence);
    else expect(said).toMatch(sentence);
    expect([see, ...rest]).toEqual([`See: galley${command && ` ${command}`} --help`]);
  });

  test.each(commands)('galley $command rejects unknown options', async ({ command }) => {
    const args = [...command.split(' ').filter(Boolean), '--frobnicate'];
    const { code, stderr } = await runHere(args, { cwd: empty.directory });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^galley: \S.*\n/);
    expect(await empty.list()).toEqual([]);
  });
});
