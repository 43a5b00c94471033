import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '@galley/kernel';
import {
  modelAnswer,
  startScriptedModel,
  temporaryDirectory,
  type TemporaryDirectory,
} from '@galley/testing';
import { checkAgents, listAgents } from './check-agents.ts';

let folder: TemporaryDirectory;
beforeEach(async () => {
  folder = await temporaryDirectory();
  await mkdir(join(folder.path, 'bin'));
});
afterEach(() => folder[Symbol.asyncDispose]());

/** A stand-in that knows a key, and connects to the tools unless it is told not to. */
const program = `#!${process.execPath}
import { readFileSync } from 'node:fs';
const print = (event) => console.log(JSON.stringify(event));
if (process.argv.includes('--version')) { console.log('2.1.197 (Claude Code)'); process.exit(); }
const isSignedIn = process.env.ANTHROPIC_API_KEY === 'good';
if (process.argv.includes('status')) process.exit(isSignedIn ? 0 : 1);
if (!isSignedIn) {
  print({ type: 'result', is_error: true, result: 'Not logged in · Please run /login', modelUsage: {} });
  process.exit(1);
}
const file = process.argv[process.argv.indexOf('--mcp-config') + 1];
const { galley } = JSON.parse(readFileSync(file, 'utf8')).mcpServers;
const authorization = galley.headers.Authorization.replace('\${GALLEY_WORKER_TOKEN}', process.env.GALLEY_WORKER_TOKEN);
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
if (process.env.ANTHROPIC_BASE_URL !== 'deaf') {
  const response = await fetch(galley.url, { method: 'POST', headers: { authorization }, body });
  if (!response.ok) process.exit(3);
}
print({ type: 'assistant', message: { content: [{ type: 'text', text: 'OK' }] } });
`;

interface Given {
  readonly yaml?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

const claudeOnly =
  'chair architect tester security memory_oracle'
    .split(' ')
    .map((name) => `${name}: { adapter: claude }, `)
    .join('') + 'implementers: { count: 0 }, reviewers: { count: 0 }';

async function optionsFor({ yaml = '', variables = {} }: Given) {
  await writeFile(
    join(folder.path, 'galley.yaml'),
    `coordinator: { agents: { ${claudeOnly} }, supervisor: { sandbox: never, ${yaml} } }\n`,
  );
  return {
    projectDirectory: folder.path,
    overlays: [],
    environment: {
      PATH: `${join(folder.path, 'bin')}:/usr/bin:/bin`,
      HOME: folder.path,
      ...variables,
    },
    logger: silentLogger,
  };
}

async function check(given: Given & { readonly trial?: boolean }) {
  const { trial = false } = given;
  const [checked, ...more] = await checkAgents({ ...(await optionsFor(given)), trial });
  expect(more).toEqual([]);
  return checked!;
}

async function install(): Promise<void> {
  const path = join(folder.path, 'bin', 'claude');
  await writeFile(path, program);
  await chmod(path, 0o755);
  await writeFile(join(folder.path, 'bin', 'package.json'), '{"type":"module"}');
}

describe('agents check', () => {
  test('names a program that is not installed', async () => {
    expect(await check({})).toMatchObject({
      adapter: 'claude',
      path: null,
      problem: expect.stringContaining('"claude" is not installed') as unknown,
    });
  });

  test('shows path and version, and what to do without an account', async () => {
    await install();
    expect(await check({})).toMatchObject({
      agents: ['chair-1', 'architect-1', 'tester-1', 'security-1', 'memory-oracle-1'],
      path: join(folder.path, 'bin', 'claude'),
      version: '2.1.197 (Claude Code)',
      signed_in: false,
      trial: null,
      problem: expect.stringContaining('claude auth login') as unknown,
    });
  });

  test('a trial turn shows that the program answers and reaches the tools, and leaves no files', async () => {
    await install();
    const variables = { ANTHROPIC_API_KEY: 'good' };
    expect(await check({ variables, trial: true })).toMatchObject({
      signed_in: true,
      trial: 'passed',
      problem: null,
    });
    const left = await readdir(join(folder.path, '.service/supervisor'));
    expect(left.filter((name) => name.startsWith('trial-'))).toEqual([]);
  });

  test.each([
    [{ ANTHROPIC_API_KEY: 'old' }, 'It is not signed in', false],
    [
      { ANTHROPIC_API_KEY: 'good', ANTHROPIC_BASE_URL: 'deaf' },
      'did not connect to the tools',
      true,
    ],
  ])('a trial turn with %j fails: %s', async (variables, problem, isSignedIn) => {
    await install();
    expect(await check({ variables, trial: true })).toMatchObject({
      signed_in: isSignedIn,
      trial: 'failed',
      problem: expect.stringContaining(problem) as unknown,
    });
  });

  test('ADD-RUN-33: a key proves no sign-in before the trial turn', async () => {
    await install();
    const variables = { ANTHROPIC_API_KEY: 'old' };
    expect(await check({ variables })).toMatchObject({ signed_in: null, problem: null });
  });

  test('ADD-RUN-33: nor does a file of an earlier sign-in', async () => {
    const gemini = join(folder.path, 'bin', 'gemini');
    await writeFile(gemini, '#!/bin/sh\necho 0.61.0\n');
    await chmod(gemini, 0o755);
    const options = await optionsFor({});
    const file = join(folder.path, 'galley.yaml');
    const yaml = await readFile(file, 'utf8');
    await writeFile(file, yaml.replaceAll('adapter: claude', 'adapter: gemini'));
    const [before] = await checkAgents({ ...options, trial: false });
    expect(before).toMatchObject({ version: '0.61.0', signed_in: false });
    await mkdir(join(folder.path, '.gemini'));
    await writeFile(join(folder.path, '.gemini/oauth_creds.json'), '{}');
    const [after] = await checkAgents({ ...options, trial: false });
    expect(after).toMatchObject({ signed_in: null, problem: null });
  });

  test('with containers, an adapter needs an image', async () => {
    expect(await check({ yaml: 'driver: docker' })).toMatchObject({
      problem: 'It has no container image. Set coordinator.adapters.claude.image.',
    });
  });
});

describe('agents check of the reference agent', () => {
  const main = join(import.meta.dirname, '../../agent/main.ts');
  const options = async (variables: Readonly<Record<string, string>>) => {
    const given = await optionsFor({ variables });
    const agents = 'implementers: { count: 1, model: small }, reviewers: { count: 0 }';
    await writeFile(
      join(folder.path, 'galley.yaml'),
      `coordinator: { agents: { ${claudeOnly.replaceAll('claude', 'none').replace(/implementers.*/, agents)} },
         adapters: { none: { command: sh, program: command }, generic: { command: "${process.execPath} ${main} --model {model}", program: galley-agent } },
         supervisor: { sandbox: never } }\n`,
    );
    return given;
  };
  const check = async (variables: Readonly<Record<string, string>>, trial: boolean) => {
    const all = await checkAgents({ ...(await options(variables)), trial });
    return all.find(({ adapter }) => adapter === 'generic');
  };

  test('names the missing endpoint', async () => {
    expect(await check({}, false)).toMatchObject({
      agents: ['implementer-1'],
      signed_in: false,
      problem: expect.stringContaining('GALLEY_AGENT_BASE_URL') as unknown,
    });
  });

  test('a trial turn asks the model, with the tools', async () => {
    await using model = await startScriptedModel(({ messages, tools }) => {
      expect(messages[1]!.content).toContain('This is a test of the connection.');
      expect(tools).toHaveLength(1);
      return modelAnswer({ text: 'OK' });
    });
    const variables = { GALLEY_AGENT_BASE_URL: model.url };
    expect(await check(variables, true)).toMatchObject({ trial: 'passed', problem: null });
  });

  test.each([
    [401, 'Incorrect API key', 'It is not signed in (The endpoint'],
    [404, 'model "small" not found', 'does not have the model "small"'],
    [400, 'small does not support tools', 'cannot call tools'],
  ])('a trial turn with the answer %i explains it', async (status, message, problem) => {
    await using model = await startScriptedModel(() => ({ status, body: { error: { message } } }));
    const variables = { GALLEY_AGENT_BASE_URL: model.url };
    expect(await check(variables, true)).toMatchObject({
      trial: 'failed',
      problem: expect.stringContaining(problem) as unknown,
    });
  });
});

test('agents list shows who works with which program', async () => {
  const agents = await listAgents(await optionsFor({}));
  expect(agents[0]).toEqual({
    id: 'chair-1',
    role: 'chair',
    adapter: 'claude',
    model: null,
    command: 'claude -p',
  });
  expect(agents).toHaveLength(5);
});
