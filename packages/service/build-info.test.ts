import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import { temporaryDirectory } from '@galley/testing';
import { buildInfoFile, buildInfoOf, logBuild, provenances } from './build-info.ts';
import { updateEligibility } from './update-eligibility.ts';

const commit = '0123456789abcdef0123456789abcdef01234567';
const unknown = { version: '1.2.0', commit: '', builtAt: null, provenance: 'unknown' };

class Program implements AsyncDisposable {
  readonly folder: string;
  readonly #remove: () => Promise<void>;

  private constructor(folder: string, remove: () => Promise<void>) {
    this.folder = folder;
    this.#remove = remove;
  }

  static async make(): Promise<Program> {
    const folder = await temporaryDirectory();
    const program = new Program(folder.path, async () => folder[Symbol.asyncDispose]());
    await program.write('package.json', '{ "version": "1.2.0" }\n');
    return program;
  }

  static async checkedOut(): Promise<Program> {
    const program = await Program.make();
    program.git('init', '--quiet');
    program.git('add', '.');
    program.git('commit', '--quiet', '--message', 'First');
    return program;
  }

  get info() {
    return buildInfoOf(this.folder);
  }

  get head(): string {
    return this.git('rev-parse', 'HEAD').trim();
  }

  git(...args: string[]): string {
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    return execFileSync('git', [...who, ...args], { cwd: this.folder, encoding: 'utf8' });
  }

  write(path: string, text: string): Promise<void> {
    return writeFile(join(this.folder, path), text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#remove();
  }
}

describe('CMS-CLI-7: the provenance of a checkout', () => {
  test('is snapshot without a tag, with the tag of another version, or with one on an earlier commit', async () => {
    await using program = await Program.checkedOut();
    const first = { ...unknown, commit: program.head, provenance: 'snapshot' };
    expect(await program.info).toEqual(first);
    program.git('tag', 'v1.1.0');
    program.git('tag', 'deployed');
    expect(await program.info).toEqual(first);
    program.git('tag', 'v1.2.0');
    program.git('commit', '--quiet', '--allow-empty', '--message', 'Second');
    const second = { ...first, commit: program.head };
    expect(second.commit).not.toBe(first.commit);
    expect(await program.info).toEqual(second);
  });

  test.each([
    ['with a message', ['--annotate', '--message', 'Out']],
    ['without one', []],
  ])('is tagged if the tag of its version is on its commit, %s', async (_how, options) => {
    await using program = await Program.checkedOut();
    program.git('tag', ...options, 'v1.2.0');
    const tagged = { ...unknown, commit: program.head, provenance: 'tagged' };
    expect(await program.info).toEqual(tagged);
    // Files unknown to git are not part of the program: a project may lie in the folder.
    await mkdir(join(program.folder, 'my-site'));
    await program.write('my-site/galley.yaml', '');
    expect(await program.info).toEqual(tagged);
  });

  test('is modified if a file was changed, whatever the tags', async () => {
    await using program = await Program.checkedOut();
    program.git('tag', 'v1.2.0');
    await program.write('package.json', '{ "version": "1.2.0", "private": true }\n');
    const modified = { ...unknown, commit: program.head, provenance: 'modified' };
    expect(await program.info).toEqual(modified);
    program.git('add', '.');
    expect(await program.info).toEqual(modified);
  });

  test('is detected in a second working tree', async () => {
    await using program = await Program.checkedOut();
    await using beside = await temporaryDirectory();
    const folder = join(beside.path, 'tree');
    program.git('worktree', 'add', '--quiet', '--detach', folder);
    const { head } = program;
    expect(await buildInfoOf(folder)).toEqual({ ...unknown, commit: head, provenance: 'snapshot' });
  });

  test('is unknown in the checkout of another project, and where git fails', async () => {
    await using outer = await Program.checkedOut();
    const folder = join(outer.folder, 'installed');
    await mkdir(folder);
    await outer.write('installed/package.json', '{ "version": "1.2.0" }\n');
    expect(await buildInfoOf(folder)).toEqual(unknown);
    await outer.write('installed/.git', 'gitdir: /nowhere\n');
    expect(await buildInfoOf(folder)).toEqual(unknown);
  });
});

describe('CMS-CLI-7: the build information of an image or package', () => {
  const recorded = {
    version: '1.2.0',
    commit,
    provenance: 'tagged',
    built_at: '2026-06-01T08:00:00Z',
  };
  const builtAt = '2026-06-01T08:00:00.000Z';

  test('takes precedence over git', async () => {
    await using program = await Program.checkedOut();
    await program.write(buildInfoFile, JSON.stringify(recorded));
    expect(await program.info).toEqual({ ...unknown, commit, builtAt, provenance: 'tagged' });
  });

  test.each([
    ['no JSON', '{'],
    ['nothing', 'null'],
    ['of another version', JSON.stringify({ ...recorded, version: '1.3.0' })],
    ['of a provenance that there is not', JSON.stringify({ ...recorded, provenance: 'signed' })],
    ['without a commit', JSON.stringify({ ...recorded, commit: undefined })],
    ['of no time', JSON.stringify({ ...recorded, built_at: 'yesterday' })],
  ])('is ignored when it is %s', async (_what, text) => {
    await using program = await Program.make();
    await program.write(buildInfoFile, text);
    expect(await program.info).toEqual(unknown);
  });
});

test('CMS-CLI-7: only a release is eligible for updates, and others give the reason', () => {
  const told = provenances.map((provenance) => {
    const build = { version: '1.2.0', commit, builtAt: null, provenance };
    const { eligible, reason } = updateEligibility(build);
    return [provenance, eligible, reason] as const;
  });
  expect(told.map(([provenance, eligible]) => [provenance, eligible])).toEqual([
    ['tagged', true],
    ['snapshot', false],
    ['modified', false],
    ['unknown', false],
  ]);
  expect(new Set(told.map(([, , reason]) => reason)).size).toBe(4);
  expect(told[1]![2]).toContain('commit 0123456789ab,');
});

test('the first log line names the version', () => {
  const lines: unknown[] = [];
  const info = (...line: unknown[]): void => void lines.push(line);
  const build = { version: '1.2.0', commit, builtAt: null, provenance: 'snapshot' } as const;
  logBuild({ ...silentLogger, info }, build);
  const { node } = process.versions;
  expect(lines).toEqual([
    ['Galley starts', { version: '1.2.0', commit, provenance: 'snapshot', node }],
  ]);
});
