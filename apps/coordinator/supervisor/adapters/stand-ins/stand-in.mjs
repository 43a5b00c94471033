import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the stand-ins of agent programs share. They read their configuration as the real programs do. */
const { HOME, GALLEY_WORKER_TOKEN: token, GALLEY_TURN: turn } = process.env;

export const print = (event) => console.log(JSON.stringify(event));

export function fail(message, code = 2) {
  console.error(message);
  process.exit(code);
}

/** The content of a file that the program needs. */
export function requireFile(path) {
  if (!existsSync(path)) fail(`stand-in: ${path} is missing`);
  return readFileSync(path, 'utf8');
}

export function requireOption(name, expected) {
  const at = process.argv.indexOf(name);
  if (at === -1) fail(`stand-in: ${name} is missing`);
  if (expected !== undefined && process.argv[at + 1] !== expected)
    fail(`stand-in: ${name} is ${process.argv[at + 1]}`);
  return process.argv[at + 1];
}

export const option = (name) => process.argv[process.argv.indexOf(name) + 1];
export const hasOption = (name) => process.argv.includes(name);

export async function readPrompt() {
  let text = '';
  for await (const chunk of process.stdin) text += chunk;
  if (!text.includes('Goal of the run')) fail('stand-in: there is no prompt on standard input');
}

/** Calls `agent.turn_start` with the credentials of the configuration. */
export async function startTurn({ url, authorization }) {
  await call(url, authorization, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'stand-in', version: '1' },
  });
  const input = { request_event_id: Number(turn), idempotency_key: `turn-${turn}` };
  const { result } = await call(url, authorization, 'tools/call', {
    name: 'agent.turn_start',
    arguments: input,
  });
  if (!result || result.isError) fail(`stand-in: ${JSON.stringify(result)}`);
  return { input, text: result.content[0].text };
}

let calls = 0;

async function call(url, authorization, method, params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: (calls += 1), method, params }),
  });
  const text = await response.text();
  if (!response.ok) fail(`stand-in: ${method} answers ${response.status} ${text}`);
  return JSON.parse(text.replace(/^(?:event:.*\n)?data: /, '').split('\n')[0]);
}

/** Edits a file of the checkout. Returns what the agent can see and do, for the test. */
export function work() {
  writeFileSync('a.md', 'edited');
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  return JSON.stringify({
    revision: git('rev-parse', 'HEAD'),
    status: git('status', '--short'),
    diff: git('diff', '--stat').includes('a.md'),
    canReadSecret: existsSync(process.env.OWNER_SECRET),
    isTokenStored: filesIn(HOME).some((path) => readFileSync(path, 'utf8').includes(token)),
  });
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
