import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolNames } from '@galley/mcp';
import { cert, key } from '../system/certificate.fixtures.ts';
import { TestProject, type Started } from '../fixtures.ts';
import { bridgeAgent } from './bridge-agent.ts';
import { addRun, TestAgent, workerToken } from './fixtures.ts';

const galley = join(import.meta.dirname, '../../cli/bin/galley.mjs');

let project: TestProject;
let coordinator: Started;
let token: string;
const ended = new AsyncDisposableStack();

beforeAll(async () => {
  const tls = '{ cert_file: c.pem, key_file: k.pem }';
  project = ended.use(await TestProject.open(`{ enforcement: enforced, tls: ${tls} }`));
  await project.write('c.pem', cert);
  await project.write('k.pem', key);
  coordinator = ended.use(await project.start());
  await addRun(project, 'run-1', 'starting');
  ({ token } = await workerToken(project));
  await project.write('token', `${token}\n`);
});

afterAll(() => ended.disposeAsync());

function start(args: readonly string[], variables: Record<string, string> = {}): ChildProcess {
  const all = [galley, 'mcp', 'stdio', '--project', project.directory, ...args];
  return spawn(process.execPath, all, { env: variables, stdio: 'pipe' });
}

async function ending(child: ChildProcess) {
  const outputs = Promise.all([text(child.stdout!), text(child.stderr!)]);
  const [code] = (await once(child, 'exit')) as [number | null];
  const [stdout, stderr] = await outputs;
  expect(stdout + stderr).not.toContain(token);
  return { code, stdout, stderr };
}

const ping = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;

describe('galley mcp stdio', () => {
  test('GAP-RC-MCP-1: connects a client over TLS, with the given certificate authority', async () => {
    const parameters = {
      command: process.execPath,
      args: [
        ...[galley, 'mcp', 'stdio', '--url', `${coordinator.address}/mcp`],
        ...['--ca-file', join(project.directory, 'c.pem')],
      ],
      env: { GALLEY_WORKER_TOKEN: token },
    };
    await using agent = await TestAgent.over(new StdioClientTransport(parameters));
    expect(agent.client.getServerVersion()?.name).toBe('galley');
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(toolNames);
    const { value: task } = await agent.change('task_create', { title: 'Ink' });
    const { value } = await agent.call('task_get', { task_id: task['id'] });
    expect(value).toMatchObject({ title: 'Ink', status: 'open' });
    const { error } = await agent.call('task_get', { task_id: 'none' });
    expect(error?.code).toBe('task_not_found');
  });

  test('finds and trusts the coordinator of the project, answers piped input, and ends', async () => {
    const { host } = new URL(coordinator.address);
    const child = start(['--token-file', join(project.directory, 'token')], {
      GALLEY_COORDINATOR__ADDRESS: host,
    });
    child.stdin!.end(ping(1) + ping(2));
    const { code, stdout, stderr } = await ending(child);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { result: object }).result)).toEqual([{}, {}]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('ends on SIGTERM, and prints errors only to standard error', async () => {
    const address = `${coordinator.address}/mcp`;
    const child = start([], { GALLEY_MCP_URL: address, GALLEY_WORKER_TOKEN: token });
    child.stdin!.write(ping(1));
    const [line] = (await once(child.stdout!.setEncoding('utf8'), 'data')) as [string];
    const { error } = JSON.parse(line) as { error: { message: string } };
    expect(error.message).toMatch(/certificate .* is not trusted .*--ca-file/);
    child.kill('SIGTERM');
    const { code, stderr } = await ending(child);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `galley: ${error.message}\n` });
  });

  test.each([
    { what: 'token', token: '', code: 'token_missing', says: 'Set GALLEY_WORKER_TOKEN or use' },
    { what: 'address', token: 'x', code: 'endpoint_invalid', says: '"localhost:7117" is not' },
  ])('reports a missing $what', async ({ token: given, code, says }) => {
    const output = new PassThrough();
    const bridging = bridgeAgent({
      projectDirectory: project.directory,
      overlays: [],
      environment: { GALLEY_WORKER_TOKEN: given },
      url: 'localhost:7117',
      tokenFile: undefined,
      caFile: undefined,
      input: new PassThrough(),
      output,
      onFault: () => undefined,
      signal: new AbortController().signal,
    });
    const message = expect.stringContaining(says) as string;
    await expect(bridging).rejects.toMatchObject({ code, message });
    expect(output.readableLength).toBe(0);
  });
});
