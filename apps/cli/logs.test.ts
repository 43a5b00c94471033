import { appendFile, mkdir, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GalleyProcess, Site } from './fixtures.ts';
import { galleyHere } from './run-here.fixtures.ts';

const text = [
  '14:01:22.310 info  ready site=http://127.0.0.1:8080',
  '14:01:23.000 warn  the disk is nearly full free=12',
  'Error: no space',
  '    at write (file.ts:1:1)',
  '14:01:24.000 debug request path=/',
];
const json = [
  '{"time":"2026-03-01T08:00:00.000Z","level":"info","msg":"ready","site":"http://127.0.0.1:8080"}',
  '{"time":"2026-03-01T08:00:01.000Z","level":"error","msg":"the theme failed","line":3}',
];

async function withLog(site: Site, lines: readonly string[]): Promise<string> {
  const folder = join(site.directory, '.service/run');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'service.log');
  await writeFile(file, lines.map((line) => `${line}\n`).join(''));
  return file;
}

const logs = (site: Site, ...args: readonly string[]) =>
  galleyHere(['logs', '--project', site.directory, ...args]);

describe('CMS-CLI-6: galley logs', () => {
  test('prints the last lines unchanged when the output is not a terminal', async () => {
    await using site = await Site.create();
    await withLog(site, text);
    expect((await logs(site)).stdout).toBe(`${text.join('\n')}\n`);
    expect((await logs(site, '-n', '2')).stdout).toBe(`${text.slice(-2).join('\n')}\n`);
    expect((await logs(site, '-n', '0')).stdout).toBe('');
  });

  test('finds the last lines of a log that is longer than its read buffer', async () => {
    await using site = await Site.create();
    const many = Array.from(
      { length: 20_000 },
      (_, number) => `14:01:22.310 info  line ${number} ü`,
    );
    await withLog(site, many);
    expect((await logs(site, '-n', '5000')).stdout).toBe(`${many.slice(-5000).join('\n')}\n`);
  });

  test('filters by level, including the continuation lines of an entry', async () => {
    await using site = await Site.create();
    await withLog(site, text);
    const { stdout } = await logs(site, '--level', 'warn');
    expect(stdout).toBe(`${text.slice(1, 4).join('\n')}\n`);
  });

  test('formats a JSON log for people, and any log as JSON for programs', async () => {
    await using site = await Site.create();
    await withLog(site, json);
    expect((await logs(site)).stdout).toBe(
      '2026-03-01T08:00:00.000Z info  ready site=http://127.0.0.1:8080\n' +
        '2026-03-01T08:00:01.000Z error the theme failed line=3\n',
    );
    expect((await logs(site, '--json')).stdout).toBe(`${json.join('\n')}\n`);
    await withLog(site, text);
    const entries = (await logs(site, '--json')).stdout.trimEnd().split('\n');
    expect(entries.map((line) => JSON.parse(line) as unknown)).toEqual([
      { time: '14:01:22.310', level: 'info', msg: 'ready site=http://127.0.0.1:8080' },
      { time: '14:01:23.000', level: 'warn', msg: 'the disk is nearly full free=12' },
      { msg: 'Error: no space' },
      { msg: '    at write (file.ts:1:1)' },
      { time: '14:01:24.000', level: 'debug', msg: 'request path=/' },
    ]);
  });

  test('-f follows the log, also after truncation or rotation', async () => {
    await using site = await Site.create();
    const file = await withLog(site, text.slice(0, 1));
    const follower = new GalleyProcess(['logs', '-f', '--project', site.directory]);
    await follower.printed(/ready/);
    await appendFile(file, '14:01:25.000 info  half');
    await appendFile(file, ' and half\n');
    await follower.printed(/half and half\n/);
    await truncate(file);
    await appendFile(file, '14:01:26.000 info  cut off\n');
    await follower.printed(/cut off\n/);
    await rename(file, `${file}.1`);
    await writeFile(file, '14:01:27.000 info  another\n');
    await follower.printed(/another\n/);
    expect(await follower.kill('SIGINT')).toBe(0);
    expect(follower.stdout.match(/ready/g)).toHaveLength(1);
  });

  test('names the path of a missing log, and rejects an invalid number of lines', async () => {
    await using site = await Site.create();
    const none = await logs(site);
    expect([none.ending, none.stderr]).toEqual([1, expect.stringContaining('No log found at')]);
    const wrong = await logs(site, '-n', 'many');
    expect([wrong.ending, wrong.stderr]).toEqual([2, expect.stringContaining('--lines takes')]);
  });
});
