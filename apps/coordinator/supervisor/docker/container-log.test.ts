import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Dockerode from 'dockerode';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { ContainerLog } from './container-log.ts';
import { TestEngine } from './engine.fixtures.ts';

let folder: TemporaryDirectory;
let engine: TestEngine;
let logFile: string;
let log: ContainerLog;

const name = 'galley-s-1';

beforeEach(async () => {
  folder = await temporaryDirectory();
  engine = await TestEngine.open(join(folder.path, 'engine.sock'));
  logFile = join(folder.path, 's-1.log');
  const given = {
    Image: 'agent:1',
    Labels: {},
    HostConfig: {},
    Env: ['GALLEY_WORKER_TOKEN=the-token'],
  };
  engine.containers.set(name, { id: 'id', name, given, status: 'running', exitCode: 0 });
  log = nextLog();
});
afterEach(async () => {
  await log.stop();
  await engine[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const nextLog = (size = 1_000_000) =>
  new ContainerLog({
    container: new Dockerode({ socketPath: join(folder.path, 'engine.sock') }).getContainer(name),
    logFile,
    positionFile: join(folder.path, 'position.json'),
    size,
  });

const written = () => readFile(logFile, 'utf8').catch(() => '');

async function follow(expected: string): Promise<void> {
  log.follow();
  await vi.waitFor(async () => expect(await written()).toBe(expected), { timeout: 5_000 });
}

/** The log is stored up to here. */
async function followAndStore(expected: string): Promise<void> {
  await follow(expected);
  await vi.waitFor(async () => {
    const position = await readFile(join(folder.path, 'position.json'), 'utf8');
    expect(JSON.parse(position)).toMatchObject({ size: Buffer.byteLength(expected) });
  }, 20_000);
}

/** The engine closes the connection, and the next supervisor begins with what is on the disk. */
async function killSupervisor(): Promise<void> {
  const before = log;
  engine.output.endFollowers();
  await before.stop();
  log = nextLog();
}

async function exit(): Promise<string> {
  engine.exit(name, 0);
  await log.finish();
  return written();
}

describe('GAP-RC-SUP-1: the log of a container', () => {
  test('has complete lines while the agent runs, and the rest at its end, without secrets', async () => {
    engine.output.print('one\n');
    await follow('one\n');
    engine.output.print('tw');
    engine.output.print('no\n', 2);
    await follow('one\nno\n');
    engine.output.print('o the-token\n');
    engine.output.print('{"password":"hunter2"}\n');
    engine.output.print('end');
    await follow('one\nno\ntwo [redacted]\n{"password":"[redacted]"}\n');
    expect(await exit()).toBe('one\nno\ntwo [redacted]\n{"password":"[redacted]"}\nend\n');
  });

  test('is followed once, however often requested', async () => {
    for (let checks = 0; checks < 3; checks += 1) log.follow();
    engine.output.print('one\n');
    await follow('one\n');
    expect(engine.output.followers).toBe(1);
  });

  test('continues after the connection to the engine was lost', async () => {
    engine.output.print('one\n');
    await follow('one\n');
    engine.output.endFollowers();
    await vi.waitFor(() => expect(engine.output.followers).toBe(0), 20_000);
    engine.output.print('two\n');
    await vi.waitFor(async () => {
      log.follow();
      expect(await written()).toBe('one\ntwo\n');
    }, 20_000);
  });

  test('the next supervisor continues with the first entry that is missing', async () => {
    engine.output.print('one\n');
    engine.output.print('error\n', 2);
    await followAndStore('one\nerror\n');
    await killSupervisor();
    // At the same time as an entry in the log, and in the other stream earlier than it.
    engine.output.print('same\n', 2, true);
    engine.output.print('two\n');
    await followAndStore('one\nerror\nsame\ntwo\n');
    await killSupervisor();
    expect(await exit()).toBe('one\nerror\nsame\ntwo\n');
  });

  test('a crash before the position is stored doubles nothing, and keeps positions in the file', async () => {
    engine.output.print('one\n');
    await followAndStore('one\n');
    await killSupervisor();
    engine.output.print('two\n');
    engine.output.print('three\n');
    // As written before the crash.
    await appendFile(logFile, 'two\nth');
    await followAndStore('one\ntwo\nthree\n');
  });

  test('an incomplete line is read again after a restart', async () => {
    engine.output.print('a');
    engine.output.print('error\n', 2);
    await followAndStore('error\n');
    await killSupervisor();
    engine.output.print('b\n');
    await followAndStore('error\nab\n');
  });

  test('a long line in several entries, split within a character, is whole', async () => {
    const bytes = Buffer.from(`${'x'.repeat(40)}墨${'y'.repeat(40)}\n`);
    engine.output.print(bytes.subarray(0, 41));
    engine.output.print(bytes.subarray(41, 60), 1, true);
    await killSupervisor();
    log.follow();
    engine.output.print(bytes.subarray(60), 1, true);
    await followAndStore(bytes.toString());
  });

  test('continues when the engine has only the newest output', async () => {
    engine.output.print('one\n');
    await followAndStore('one\n');
    await killSupervisor();
    engine.output.rotate();
    engine.output.print('two\n');
    await followAndStore('one\ntwo\n');
  });

  test('has no messages of the engine, which have no time', async () => {
    engine.output.print('one\n');
    engine.output.print('error grabbing logs: no such file or directory\n', 3);
    engine.output.print('two\n');
    await followAndStore('one\ntwo\n');
    engine.output.print('three\n');
    expect(await exit()).toBe('one\ntwo\nthree\n');
  });

  test('is cut at its limit, also across a restart', async () => {
    log = nextLog(10);
    engine.output.print('12345\n');
    await followAndStore('12345\n');
    await killSupervisor();
    log = nextLog(10);
    engine.output.print('67890\n');
    engine.output.print('more\n');
    const text = await exit();
    expect(text).toMatch(/^12345\n6789\n… The log limit is reached/);
    expect(text).not.toContain('more');
  });

  test('is complete once the agent has exited: a second time adds nothing', async () => {
    engine.output.print('one\n');
    expect(await exit()).toBe('one\n');
    await appendFile(logFile, 'The changes were proposed.\n');
    log = nextLog();
    expect(await exit()).toBe('one\nThe changes were proposed.\n');
  });

  test('that is shorter than recorded is read again', async () => {
    engine.output.print('one\n');
    engine.output.print('two\n');
    await followAndStore('one\ntwo\n');
    await killSupervisor();
    await writeFile(logFile, 'on');
    await followAndStore('one\ntwo\n');
  });

  test('of a container that was removed stays as it is', async () => {
    engine.containers.clear();
    await log.finish();
    log.follow();
    await log.stop();
    expect(await readdir(folder.path)).toEqual(['engine.sock']);
  });

  test('can be read only by its owner', async () => {
    engine.output.print('one\n');
    await exit();
    for (const path of [logFile, join(folder.path, 'position.json')])
      expect((await stat(path)).mode & 0o077).toBe(0);
  });
});
