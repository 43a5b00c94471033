import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageFile from './package.json' with { type: 'json' };
import { galley, galleyBundle, GalleyProcess, openTestDatabase, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

test('galley -h and galley without arguments list all commands, and --version prints the version', async () => {
  const help = await galley(['-h']);
  expect(help.ending).toBe(0);
  expect(help.stdout).toMatch(/^galley <command>\n/);
  expect(help.stdout.match(/^ {2}galley \w+ {2,}/gm)!.length).toBeGreaterThan(10);
  expect((await galleyHere([])).stdout).toBe(help.stdout);
  expect(await galleyHere(['--version'])).toEqual({
    ending: 0,
    stdout: `galley ${packageFile.version}\n`,
    stderr: '',
  });
});

test('a command ends without an error when its output is closed', () => {
  const command = ['-c', '"$0" "$1" openapi | head -n 1', process.execPath, galleyBundle];
  const { stdout, stderr } = spawnSync('sh', command, { encoding: 'utf8' });
  expect(stdout).toBe('{\n');
  expect(stderr).toBe('');
});

describe('GAP-CLI-1: wrong usage exits with 2, explains the error, and does nothing', () => {
  test.each([
    [['srve'], 'Unknown command srve. Did you mean serve?', ''],
    [['serve', '--prot', '9000'], 'Unknown option --prot. Did you mean --port?', ' serve'],
    [['serve', '--port', '99999'], '--port takes a whole number from 0 to 65535', ' serve'],
  ])('galley %j', async (args, message, command) => {
    await using site = await Site.create();
    const { ending, stdout, stderr } = await galleyHere(args, { cwd: site.directory });
    expect(stderr).toBe(`galley: ${message}\nSee: galley${command} --help`);
    expect(stdout).toBe('');
    expect(ending).toBe(2);
    expect(await site.list()).toEqual([]);
  });
});

test('galley init creates a project once; in an existing project it exits with 1 and changes nothing', async () => {
  await using site = await Site.create();
  const init = ['init', '--project', site.directory, '--json'];
  const { ending, stdout } = await galleyHere(init);
  expect(ending).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ project: site.directory });
  await site.write('galley.yaml', '# mine\n');
  const again = await galleyHere(init);
  expect(again.ending).toBe(1);
  expect(again.stdout).toBe('');
  expect(again.stderr).toBe(`galley: ${site.directory} already contains a Galley project.`);
  expect(await site.read('galley.yaml')).toBe('# mine\n');
});

test('the last value of a repeated option applies', async () => {
  await using site = await Site.create();
  const args = ['init', '--project', '/nowhere', '--project', site.directory];
  const { ending } = await galleyHere(args);
  expect(ending).toBe(0);
  expect(await site.list()).toContain('galley.yaml');
});

describe('galley openapi', () => {
  const reference = join(import.meta.dirname, '../../docs/reference/openapi.json');

  test('prints the description in docs/reference', async () => {
    const { ending, stdout } = await galley(['openapi']);
    expect(ending).toBe(0);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(await readFile(reference, 'utf8')));
  });

  test('writes it to a file, for another admin path', async () => {
    await using site = await Site.create();
    const args = ['openapi', '-o', 'api.json', '--admin-path', 'desk'];
    const { ending, stdout } = await galleyHere(args, { cwd: site.directory });
    expect([ending, stdout]).toEqual([0, '']);
    const { paths } = JSON.parse(await site.read('api.json')) as { paths: object };
    expect(Object.keys(paths)).toContain('/desk/api/documents');
  });

  test('exits with 1 and the reason when it cannot write its file', async () => {
    const { ending, stderr } = await galleyHere(['openapi', '-o', '/nowhere/api.json']);
    expect(ending).toBe(1);
    expect(stderr).toMatch(/^galley: ENOENT: .*\/nowhere\/api\.json/);
    expect(stderr.split('\n')).toHaveLength(1);
  });
});

test('CMS-CLI-7: galley version --json names version, commit and Node', async () => {
  const { ending, stdout } = await galleyHere(['version', '--json']);
  expect(ending).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/) as unknown,
    commit: expect.stringMatching(/^([0-9a-f]{40})?$/) as unknown,
    build_time: null,
    provenance: expect.stringMatching(/^(tagged|snapshot|modified|unknown)$/) as unknown,
    update: { eligible: expect.any(Boolean) as unknown, reason: expect.any(String) as unknown },
    node: process.versions.node,
  });
});

const launcher = join(import.meta.dirname, 'bin/galley.mjs');

const oldNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, 'node'))
  .find((file) => existsSync(file) && majorOf(file) < 24);

function majorOf(node: string): number {
  return Number(execFileSync(node, ['--version'], { encoding: 'utf8' }).slice(1).split('.')[0]);
}

test('bin/galley.mjs runs the command and passes its exit code on', async () => {
  expect((await galley(['srve'], { command: [process.execPath, launcher] })).ending).toBe(2);
});

if (oldNode) {
  const command = [oldNode, launcher];

  test('bin/galley.mjs on an older Node runs the command on the pinned Node and passes its exit code on', async () => {
    const version = await galley(['version', '--json'], { command });
    expect(JSON.parse(version.stdout)).toMatchObject({ node: process.versions.node });
    expect((await galley(['srve'], { command })).ending).toBe(2);
  });

  test('bin/galley.mjs on an older Node forwards a signal, and ends after the server has ended cleanly', async () => {
    await using database = await openTestDatabase();
    await using site = await Site.create({ 'galley.yaml': '' });
    const server = new GalleyProcess(['serve', '--port', '0'], {
      command,
      cwd: site.directory,
      variables: { DATABASE_URL: database.url },
    });
    await server.ready();
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(server.log.at(-1)).toMatchObject({ msg: 'stopped' });
  });
}

// npm runs scripts in a shell; `true` keeps the shell from becoming the server.
const inShell = ['-c', '"$0" "$@"; true', process.execPath, galleyBundle];
const startShell =
  "require('node:child_process').spawn('sh', process.argv.slice(1), { stdio: 'inherit' })";

test.each([
  ['the shell of npm', ['sh', ...inShell]],
  ['npm', [process.execPath, '-e', startShell, '--', ...inShell]],
  ...(oldNode ? [['the launcher', [oldNode, launcher]] as const] : []),
] as const)('the server stops when %s is killed', async (_name, command) => {
  await using database = await openTestDatabase();
  await using site = await Site.create({ 'galley.yaml': '' });
  const server = new GalleyProcess(['serve', '--port', '0'], {
    command,
    cwd: site.directory,
    variables: { DATABASE_URL: database.url, npm_lifecycle_event: 'start' },
  });
  const address = await server.ready();
  expect(await server.kill('SIGKILL')).toBe('SIGKILL');
  expect(server.log.at(-1)).toMatchObject({ msg: 'stopped' });
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});

// util-linux's `script` gives a command a terminal.
if (process.platform === 'linux' && existsSync('/usr/bin/script')) {
  test('prints the addresses and the setup link to standard output in a terminal', async () => {
    await using database = await openTestDatabase();
    await using site = await Site.create();
    const serve = `exec ${process.execPath} ${galleyBundle} serve --port 0 2>/dev/null`;
    const server = new GalleyProcess([], {
      command: ['/usr/bin/script', '-qec', serve, '/dev/null'],
      cwd: site.directory,
      variables: { DATABASE_URL: database.url },
    });
    await server.printed(/Ctrl-C stops the server/);
    expect(server.stdout).toContain(`A new project with an example site is in ${site.directory}`);
    expect(server.stdout).toMatch(/Site {4}http:\/\/127\.0\.0\.1:\d+\/\r?\n/);
    expect(server.stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/__admin\/setup#\S{40,}/);
    expect(await server.kill('SIGTERM')).toBe(0);
  });
}
