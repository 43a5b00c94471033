import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Dockerode from 'dockerode';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FoundAgent } from '@galley/runcoord';
import { temporaryDirectory, type TemporaryDirectory } from '@galley/testing';
import { adapterFor } from '../adapters/index.ts';
import type { AgentLaunch } from '../driver.ts';
import { DockerDriver } from './docker-driver.ts';
import { downloadFolder } from './download-folder.ts';
import { TestEngine } from './engine.fixtures.ts';

let folder: TemporaryDirectory;
let engine: TestEngine;
let driver: DockerDriver;

const revision = 'c0ffee'.padEnd(40, '0');

beforeEach(async () => {
  folder = await temporaryDirectory();
  const socketPath = join(folder.path, 'engine.sock');
  engine = await TestEngine.open(socketPath);
  engine.images.add('agent:1');
  await mkdir(join(folder.path, 'staging'));
  driver = new DockerDriver({
    docker: new Dockerode({ socketPath }),
    label: 'place',
    network: 'inside',
    limits: { cpus: 0.5, memory: 64 * 1_048_576, pids: 32, logSize: 1_024 },
    mcpUrl: 'http://10.0.0.1:7117/mcp',
    relay: undefined,
    stagingFolder: join(folder.path, 'staging'),
    keptFolder: join(folder.path, 'kept'),
  });
});
afterEach(async () => {
  await engine[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function launch(more: Partial<AgentLaunch> = {}): Promise<AgentLaunch> {
  const directory = join(folder.path, 'view');
  await mkdir(join(directory, '.git'), { recursive: true });
  await writeFile(join(directory, 'a.md'), 'ink');
  return {
    sessionId: 's-1',
    runId: 'run-1',
    agentId: 'ada',
    requestEventId: 7,
    adapterName: 'mine',
    adapter: adapterFor('mine', {}),
    credentials: [],
    canResume: false,
    mcpUrl: 'http://10.0.0.1:7117/mcp',
    command: 'agent --fast',
    image: 'agent:1',
    hosts: [],
    logFile: '',
    environment: { GALLEY_TURN: '7', GALLEY_WORKER_TOKEN: 'secret' },
    repository: { revision, directory },
    ...more,
  };
}

describe('GAP-RC-SUP-1: agents as containers', () => {
  test('have minimal privileges', async () => {
    await driver.start(await launch());
    const [{ name, given, status }] = engine.agents as [(typeof engine.agents)[number]];
    expect([name, status]).toEqual(['galley-s-1', 'running']);
    expect(given).toMatchObject({
      User: '1000:1000',
      Labels: {
        'galley.project': 'place',
        'galley.session': 's-1',
        'galley.agent': 'ada',
        'galley.run': 'run-1',
        'galley.turn': '7',
      },
      HostConfig: {
        NetworkMode: 'inside',
        ReadonlyRootfs: true,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges'],
        PidsLimit: 32,
        NanoCpus: 500_000_000,
        Memory: 67_108_864,
        MemorySwap: 67_108_864,
        LogConfig: { Type: 'json-file', Config: { 'max-size': '1024', 'max-file': '2' } },
        Mounts: [
          { Type: 'volume', Source: '', Target: '/agent' },
          { Type: 'volume', Target: '/repository', ReadOnly: true },
        ],
      },
    });
    expect(JSON.stringify(given['Cmd'])).not.toContain('secret');
    expect(given['Env']).toEqual(
      expect.arrayContaining([
        'GALLEY_TURN=7',
        'GALLEY_REPOSITORY=/repository',
        'HOME=/agent/home',
      ]),
    );
  });

  test('start once per session, however often requested', async () => {
    const first = await driver.start(await launch());
    const again = await Promise.all([driver.start(await launch()), driver.start(await launch())]);
    expect(new Set([first, ...again]).size).toBe(1);
    await driver.end((await driver.list())[0]!, 'force');
    expect(await driver.start(await launch())).toBe(first);
    expect(await driver.list()).toMatchObject([
      { sessionId: 's-1', agentId: 'ada', state: 'exited' },
    ]);
  });

  test('a created but unstarted one is found and started', async () => {
    await driver.start(await launch());
    engine.agents[0]!.status = 'created';
    expect(await driver.list()).toMatchObject([{ state: 'created' }]);
    await driver.start(await launch());
    expect(await driver.list()).toMatchObject([{ state: 'running' }]);
  });

  test('are asked to stop, then killed, and report their exit until they are removed', async () => {
    await driver.start(await launch());
    const [agent] = await driver.list();
    expect(await driver.state(agent!)).toEqual({ kind: 'running' });
    await driver.end(agent!, 'ask');
    await driver.end(agent!, 'force');
    expect(engine.signals).toEqual(['SIGTERM']);
    expect(await driver.state(agent!)).toMatchObject({
      kind: 'exited',
      exitCode: 137,
      isInterrupted: true,
    });
    await driver.remove(agent!);
    await driver.remove(agent!);
    expect(await driver.state(agent!)).toEqual({ kind: 'gone' });
  });

  test('pull a missing image; without one, no agent starts', async () => {
    await driver.start(await launch({ image: 'other:2', repository: undefined }));
    expect(engine.pulled).toEqual(['other:2']);
    await expect(
      driver.start(await launch({ sessionId: 's-2', image: undefined })),
    ).rejects.toThrow(
      'The adapter "mine" has no container image. Set coordinator.adapters.mine.image.',
    );
  });
});

describe('the files of an agent, on a volume of its container', () => {
  test('are the configuration of its program and a working copy, owned by its user, without the token', async () => {
    const adapter = adapterFor('claude', {});
    await driver.start(await launch({ adapterName: 'claude', adapter, command: 'claude -p' }));
    const [archive] = engine.archives.filter(({ path }) => path === '/agent');
    const listed = execFileSync('tar', ['-tvf', '-', '--numeric-owner'], {
      input: archive!.content,
      encoding: 'utf8',
    });
    expect(listed).toMatch(/1000\/1000 .* \.\/home\/\.claude\/galley-mcp\.json$/m);
    expect(listed).toMatch(/1000\/1000 .* \.\/work\/a\.md$/m);
    expect(archive!.content.toString()).toContain('/repository/.git/objects');
    expect(archive!.content.toString()).not.toContain('secret');
    const [{ given }] = engine.agents as [(typeof engine.agents)[number]];
    expect(given).toMatchObject({ WorkingDir: '/agent/work' });
    expect(JSON.stringify(given['Cmd'])).toContain('/agent/home/.claude/galley-mcp.json');
    expect(await readdir(join(folder.path, 'staging'))).toEqual([]);
  });
});

describe('the working copy of an agent that has exited', () => {
  async function exited(): Promise<FoundAgent> {
    const work = join(folder.path, 'agent/work');
    await mkdir(work, { recursive: true });
    await writeFile(join(work, 'a.md'), 'edited');
    await symlink('/etc/passwd', join(work, 'link.md'));
    const packed = execFileSync('tar', ['-C', join(folder.path, 'agent'), '-cf', '-', 'work']);
    engine.packed.set('/agent/work', packed);
    await driver.start(await launch());
    await driver.end((await driver.list())[0]!, 'force');
    return (await driver.list())[0]!;
  }

  test('is copied to this machine while its changes are read, with links as links', async () => {
    const agent = await exited();
    const left = join(folder.path, 'staging/s-1-work/work');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'from an interrupted copy.md'), '');
    {
      await using checkout = await driver.openCheckout(agent);
      expect(await readdir(checkout.path)).toEqual(['a.md', 'link.md']);
      expect(await readFile(join(checkout.path, 'a.md'), 'utf8')).toBe('edited');
      expect(await readlink(join(checkout.path, 'link.md'))).toBe('/etc/passwd');
    }
    expect(await readdir(join(folder.path, 'staging'))).toEqual([]);
  });

  test('is refused when it is damaged, and leaves nothing behind', async () => {
    const agent = await exited();
    engine.packed.set('/agent/work', Buffer.alloc(2_048, 'x'));
    await expect(driver.openCheckout(agent)).rejects.toThrow('unpacking the files of the agent');
    expect(await readdir(join(folder.path, 'staging'))).toEqual([]);
  });

  test('is refused when it is too large', async () => {
    const agent = await exited();
    const container = new Dockerode({ socketPath: join(folder.path, 'engine.sock') }).getContainer(
      agent.externalId,
    );
    const target = join(folder.path, 'unpacked');
    const download = downloadFolder(container, { path: '/agent/work', target, most: 5_000 });
    await expect(download).rejects.toThrow('larger than 5000 bytes');
  });
});

describe('the session of a program in a container', () => {
  const adapter = adapterFor('claude', {});
  const program = { adapterName: 'claude', adapter, credentials: [], canResume: true };
  const usage = { model: null, inputTokens: 1, outputTokens: 1, usd: null };
  const ended = { sessionId: 's-1', runId: 'run-1', agentId: 'ada', ...program, id: 'own', usage };
  const next = () => launch({ ...program, sessionId: 's-2', command: 'claude -p' });

  const lastArchive = () =>
    execFileSync('tar', ['-tf', '-'], {
      input: engine.archives.at(-1)!.content,
      encoding: 'utf8',
    });

  async function endTurn(): Promise<void> {
    await driver.start(await launch({ ...program, command: 'claude -p' }));
    const home = join(folder.path, 'agent/home');
    await mkdir(join(home, '.claude/projects'), { recursive: true });
    await writeFile(join(home, '.claude/projects/own.jsonl'), 'ink');
    const packed = execFileSync('tar', ['-C', join(home, '.claude'), '-cf', '-', 'projects']);
    engine.packed.set('/agent/home/.claude/projects', packed);
    engine.exit('galley-s-1', 0);
  }

  test('is kept when its container is removed, and continued in the next turn', async () => {
    await endTurn();
    await driver.keepSession(ended);
    await driver.remove((await driver.list())[0]!);
    expect(await driver.kept.findResumed({ ...ended, sessionId: 's-2' })).toMatchObject({
      id: 'own',
    });
    expect(await driver.kept.findResumed(ended)).toBeUndefined();
    await driver.start(await next());
    const [{ given }] = engine.agents as [(typeof engine.agents)[number]];
    expect(JSON.stringify(given['Cmd'])).toContain('--resume","own"');
    expect(lastArchive()).toContain('./home/.claude/projects/own.jsonl');
    expect(await readdir(join(folder.path, 'staging'))).toEqual([]);
  });

  test.each(['another program', 'an adapter that resumes nothing', 'a failed turn'])(
    'is not continued by %s',
    async (reason) => {
      await endTurn();
      await driver.keepSession(ended);
      if (reason === 'a failed turn') await driver.kept.forget(ended);
      const other = reason === 'another program' ? { adapterName: 'mine' } : {};
      const canResume = reason !== 'an adapter that resumes nothing';
      await driver.start({ ...(await next()), ...other, canResume });
      expect(JSON.stringify(engine.agents[1]!.given['Cmd'])).not.toContain('own');
      expect(lastArchive()).not.toContain('own.jsonl');
    },
  );

  test('that cannot be copied does not keep the turn from ending', async () => {
    await endTurn();
    engine.packed.set('/agent/home/.claude/projects', Buffer.alloc(2_048, 'x'));
    await driver.keepSession(ended);
    expect(await driver.kept.findResumed({ ...ended, sessionId: 's-2' })).toBeUndefined();
    expect(await readdir(join(folder.path, 'staging'))).toEqual([]);
  });
});

describe('the files of the repository, as a volume', () => {
  const volume = `galley-repository-place-${revision}`;

  test('are written once for all agents', async () => {
    await Promise.all([
      driver.start(await launch()),
      driver.start(await launch({ sessionId: 's-2' })),
    ]);
    const { filled } = engine;
    expect(filled).toBeGreaterThan(0);
    await driver.start(await launch({ sessionId: 's-3' }));
    expect(engine.filled).toBe(filled);
    expect([...engine.volumes.keys()]).toEqual([volume]);
  });

  test('are written again after an interrupted attempt', async () => {
    await driver.start(await launch());
    const { filled } = engine;
    const [{ given }] = engine.agents as [(typeof engine.agents)[number]];
    const name = `${volume}-filling`;
    const carrier = { ...given, Labels: { 'galley.filling': volume } };
    engine.containers.set(name, {
      id: `id-${name}`,
      name,
      given: carrier,
      status: 'created',
      exitCode: 0,
    });
    await driver.start(await launch({ sessionId: 's-2' }));
    expect(engine.filled).toBe(2 * filled);
    expect(engine.containers.has(name)).toBe(false);
  });

  test('are removed when no agent uses them', async () => {
    await driver.start(await launch());
    await driver.tidy({ sessions: new Set(), revisions: new Set([revision]) });
    expect(engine.volumes.size).toBe(1);
    await driver.tidy({ sessions: new Set(), revisions: new Set() });
    expect(engine.volumes.size).toBe(0);
  });
});
