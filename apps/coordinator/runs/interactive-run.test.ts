import { existsSync } from 'node:fs';
import { readdir, readlink, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { IterationLimitError, LeaseRepository } from '@galley/runcoord';
import { TestProject } from '../fixtures.ts';
import type { RunOptions, RunReport } from './run-project.ts';
import { Terminal } from '../tui/fixtures.ts';

function runInConsole(
  project: TestProject,
  { token, ...given }: Partial<RunOptions> & { token?: string } = {},
) {
  const terminal = new Terminal();
  const { keyboard: stdin } = terminal;
  const streams = { stdin, stdout: terminal, colour: false } as unknown as Omit<
    NonNullable<RunOptions['terminal']>,
    'token'
  >;
  const running = project.run({ interval: 10, ...given, terminal: { ...streams, token } });
  running.catch((error: unknown) => terminal.giveUp(error as Error));
  return { terminal, running };
}

async function command(terminal: Terminal, text: string): Promise<void> {
  terminal.type(':');
  await terminal.shows('Enter run');
  terminal.type(text, '\r');
  await terminal.until((screen) => !screen.includes('Enter run'));
}

function overSocket(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ socketPath: path, path: '/healthz' }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', reject)
      .end();
  });
}

function socketOf(project: TestProject, runId: string): string {
  return join(project.directory, '.service/run/sockets', `${runId}.sock`);
}

describe('galley run in a terminal', () => {
  test('RC-BASE-2, RC-CMD-7, GAP-RC-TUI-1, GAP-RC-LOOP-14: writes a snapshot before the first tick, shows the run while its loop works, serves the same API on a Unix socket that only its owner can open, and ends when the user quits', async () => {
    await using project = await TestProject.open();
    await project.addTask('a');
    const { terminal, running } = runInConsole(project, { goal: 'A series on ink' });
    await terminal.shows('A series on ink', 'active', 'implementer-1', 'task.assigned');
    const [run] = await project.runs();
    const path = socketOf(project, run!.id);
    expect(await overSocket(path)).toBe(200);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    terminal.type('q');
    const report = await running;
    expect(report).toMatchObject({ end: 'cancelled', state: 'active' });
    expect(terminal.keyboard.isRaw).toBe(false);
    expect(existsSync(path)).toBe(false);
    expect(await new LeaseRepository(project.db).findHeld(report.runId)).toBeUndefined();
    const rows = await project.db.selectFrom('run_snapshots').select('projection').execute();
    expect(rows.map(({ projection }) => projection)).toMatchObject([
      { tasks: [{ status: 'open' }] },
    ]);
  });

  test('a socket path that is too long uses a fixed link', async () => {
    await using project = await TestProject.open();
    const deep = join(project.directory, 'a'.repeat(100));
    await project.makeFolder('a'.repeat(100));
    await project.write(join('a'.repeat(100), 'galley.yaml'), '');
    const { terminal, running } = runInConsole(project, { projectDirectory: deep });
    await terminal.shows('ticks');
    const [run] = await project.runs();
    const path = join(deep, '.service/run/sockets', `${run!.id}.sock`);
    const socket = await readlink(path);
    expect(await overSocket(socket)).toBe(200);
    terminal.type('q');
    await running;
    expect([existsSync(socket), existsSync(dirname(socket))]).toEqual([false, false]);
    expect(await readdir(dirname(path))).toEqual([]);
  });

  test('replaces the socket of a killed process', async () => {
    await using project = await TestProject.open();
    const { runId } = await project.run();
    await project.makeFolder('.service/run/sockets');
    await project.write(join('.service/run/sockets', `${runId}.sock`), '');
    const { terminal, running } = runInConsole(project);
    await terminal.shows('ticks');
    expect(await overSocket(socketOf(project, runId))).toBe(200);
    terminal.type('q');
    await running;
  });

  test('RC-CMD-7: reaching the limit of iterations is an error', async () => {
    await using project = await TestProject.open();
    const { running, terminal } = runInConsole(project, { maxIterations: 2 });
    await expect(running).rejects.toMatchObject({
      name: 'ErrIterationLimit',
      reason: 'iteration_limit',
      iterations: 2,
    });
    await expect(running).rejects.toBeInstanceOf(IterationLimitError);
    expect(terminal.keyboard.isRaw).toBe(false);
    expect(await project.runs()).toMatchObject([{ status: 'active' }]);
  });

  test('RC-CMD-4: ends when the run has ended', async () => {
    await using project = await TestProject.open();
    await project.addTask('a');
    const { terminal, running } = runInConsole(project);
    await terminal.shows('in_progress');
    await project.db.updateTable('tasks').set({ status: 'done' }).execute();
    expect(await running).toMatchObject({ end: 'completed', state: 'completed' });
    expect(terminal.keyboard.isRaw).toBe(false);
  });

  test('fails and restores the terminal when the socket cannot be created', async () => {
    await using project = await TestProject.open();
    const { runId } = await project.run();
    const path = socketOf(project, runId);
    await project.makeFolder(join('.service/run/sockets', `${runId}.sock`, 'in the way'));
    const { running } = runInConsole(project);
    await expect(running).rejects.toThrow();
    expect(await readdir(path)).toEqual(['in the way']);
  });
});

describe('GAP-RC-TUI-1: a command in the terminal', () => {
  test('runs as the user of the token, and is in the audit log', async () => {
    await using project = await TestProject.open();
    const token = await project.tokenOf('editor');
    const { terminal, running } = runInConsole(project, { token });
    await terminal.shows('ticks');
    await command(terminal, 'pause');
    await terminal.shows('is paused-intake.');
    await command(terminal, 'resume');
    await terminal.shows('is active.');
    terminal.type('q');
    const { runId } = await running;
    const entries = await project.db
      .selectFrom('audit_entries')
      .select(['action', 'target', 'actor', 'address'])
      .orderBy('id')
      .execute();
    const by = {
      target: runId,
      address: 'terminal',
      actor: expect.stringMatching(/^editor-/) as string,
    };
    expect(entries).toEqual([
      { action: 'run.pause', ...by },
      { action: 'run.resume', ...by },
    ]);
  });

  test('is rejected without a token, with a hint how to sign in', async () => {
    await using project = await TestProject.open();
    const { terminal, running } = runInConsole(project);
    await terminal.shows('ticks');
    await command(terminal, 'pause');
    await terminal.shows('GALLEY_TOKEN');
    terminal.type('\u001b', 'q');
    await running;
    expect(await project.runs()).toMatchObject([{ status: 'active' }]);
  });

  test.each([
    ['reviewer', 'lacks the permission runs.control'],
    ['author', 'lacks the permission runs.control'],
  ])('is rejected for a %s without the permission', async (role, message) => {
    await using project = await TestProject.open();
    const token = await project.tokenOf(role);
    const { terminal, running } = runInConsole(project, { token });
    await terminal.shows('ticks');
    await command(terminal, 'pause');
    await terminal.shows(message);
    terminal.type('q');
    await running;
    expect(await project.runs()).toMatchObject([{ status: 'active' }]);
  });

  test('with a token that was revoked meanwhile is refused', async () => {
    await using project = await TestProject.open();
    const token = await project.tokenOf('admin');
    const { terminal, running } = runInConsole(project, { token });
    await terminal.shows('ticks');
    await project.db.deleteFrom('api_tokens').execute();
    await command(terminal, 'pause');
    await terminal.shows('GALLEY_TOKEN is invalid');
    terminal.type('q');
    await running;
  });

  test('approves exactly the shown patch', async () => {
    await using project = await TestProject.open();
    const token = await project.tokenOf('reviewer');
    await project.run();
    await project.addProposal('prop-1', { patch: '+ink', approval: 'appr-1' });
    const { terminal, running } = runInConsole(project, { token });
    await terminal.shows('ticks');
    terminal.type('5');
    await terminal.shows('[5 Proposals]');
    terminal.type('\r');
    await terminal.shows('Patch shown', '+ink');
    await project.attachPatch('prop-1', '+blood');
    await command(terminal, 'approve');
    await terminal.shows('The patch has changed. Nothing was decided');
    const status = () => project.db.selectFrom('approval_requests').select('status').execute();
    expect(await status()).toEqual([{ status: 'requested' }]);
    terminal.type('r');
    await terminal.shows('+blood');
    await command(terminal, 'approve');
    await terminal.shows('appr-1 is approved.');
    expect(await status()).toEqual([{ status: 'approved' }]);
    terminal.type('q');
    await running;
  });
});

test('GAP-RC-LOOP-6: waits for another coordinator without a limit, and names it', async () => {
  await using project = await TestProject.open('{ lease: 1s, enforcement: enforced }');
  const { runId } = await project.run();
  const lease = (await new LeaseRepository(project.db).acquire({
    runId,
    holder: 'the other one',
    milliseconds: 60_000,
  }))!;
  const told = Promise.withResolvers<string>();
  const { terminal, running } = runInConsole(project, {
    wait: true,
    onHeld: (_run, { holder }) => told.resolve(holder),
  });
  expect(await told.promise).toBe('the other one');
  await new LeaseRepository(project.db).release(lease);
  await terminal.shows('ticks');
  terminal.type('q');
  expect(await (running satisfies Promise<RunReport>)).toMatchObject({ runId });
});
