import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import {
  fail,
  hasOption,
  option,
  print,
  readPrompt,
  requireFile,
  requireOption,
  startTurn,
  work,
} from './stand-in.mjs';

const { XDG_CONFIG_HOME: config, XDG_DATA_HOME: data, GALLEY_WORKER_TOKEN: token } = process.env;
if (process.argv[2] !== 'run') fail('stand-in: this starts the terminal');
requireOption('--format', 'json');
await readPrompt();
const { permission, mcp } = JSON.parse(requireFile(`${config}/opencode/opencode.json`));
if (permission['*'] !== 'deny' || permission['galley_*'] !== 'allow' || permission.edit !== 'allow')
  fail('stand-in: a permission would be asked for');
const isResumed = hasOption('--session');
const sessionID = isResumed ? option('--session') : 'ses_de97c16d0ffeHs3QM4Br6UqxK5';
const database = `${data}/opencode/opencode.db`;
if (isResumed && !existsSync(database)) fail(`Session not found: ${sessionID}`, 1);
mkdirSync(`${data}/opencode`, { recursive: true });
writeFileSync(database, '{}\n');
const timestamp = 1795674097189;

if (!existsSync(`${data}/opencode/auth.json`) && !process.env.ANTHROPIC_API_KEY) {
  print({
    type: 'error',
    timestamp,
    sessionID,
    error: {
      name: 'APIError',
      data: {
        message: 'Incorrect API key provided',
        statusCode: 401,
        isRetryable: false,
        responseBody: '{}',
      },
    },
  });
  process.exit(1);
}

const { galley } = mcp;
if (galley.type !== 'remote' || galley.oauth !== false)
  fail('stand-in: the tools are not configured');
const authorization = galley.headers.Authorization.replace('{env:GALLEY_WORKER_TOKEN}', token);
const { input, text } = await startTurn({ url: galley.url, authorization });
const part = { sessionID, messageID: 'msg_1' };
print({
  type: 'step_start',
  timestamp,
  sessionID,
  part: { ...part, id: 'prt_1', type: 'step-start' },
});
print({
  type: 'tool_use',
  timestamp,
  sessionID,
  part: {
    ...part,
    id: 'prt_2',
    type: 'tool',
    tool: 'galley_agent_turn_start',
    callID: 'call_0',
    state: {
      status: 'completed',
      input,
      output: text,
      metadata: {},
      title: '',
      time: { start: 1, end: 2 },
    },
  },
});
print({
  type: 'text',
  timestamp,
  sessionID,
  part: { ...part, id: 'prt_3', type: 'text', text: work(), time: { start: 1, end: 2 } },
});
print({
  type: 'step_finish',
  timestamp,
  sessionID,
  part: {
    ...part,
    id: 'prt_4',
    reason: 'stop',
    type: 'step-finish',
    tokens: { total: 26, input: 15, output: 5, reasoning: 1, cache: { write: 2, read: 3 } },
    cost: 0.25,
  },
});
