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

const { GEMINI_CLI_HOME: home, GALLEY_WORKER_TOKEN: token } = process.env;
const folder = `${home}/.gemini`;
requireOption('--output-format', 'stream-json');
requireOption('--approval-mode', 'auto_edit');
if (!hasOption('--skip-trust')) fail('stand-in: the folder is not trusted', 55);
await readPrompt();
const { galley } = JSON.parse(requireFile(`${folder}/settings.json`)).mcpServers;
if (
  !process.env.GEMINI_API_KEY &&
  !(process.env.GOOGLE_GENAI_USE_GCA && existsSync(`${folder}/oauth_creds.json`))
)
  fail(
    `Please set an Auth method in your ${folder}/settings.json or specify one of the following environment variables before running: GEMINI_API_KEY, GOOGLE_GENAI_USE_VERTEXAI, GOOGLE_GENAI_USE_GCA`,
    41,
  );
const isResumed = hasOption('--resume');
const id = isResumed ? option('--resume') : '035e289c-c8fe-4697-8e71-fc05e7027077';
const chat = `${folder}/tmp/work/chats/session-${id}.jsonl`;
if (isResumed && !existsSync(chat))
  fail('Error resuming session: No previous sessions found for this project.', 42);
mkdirSync(`${folder}/tmp/work/chats`, { recursive: true });
writeFileSync(chat, '{}\n');

if (galley.trust !== true) fail('stand-in: the tools are not trusted');
const authorization = galley.headers.Authorization.replace('$GALLEY_WORKER_TOKEN', token);
const { input, text } = await startTurn({ url: galley.httpUrl, authorization });
const timestamp = '2026-11-26T06:25:04.013Z';
console.error('Ripgrep is not available. Falling back to GrepTool.');
print({ type: 'init', timestamp, session_id: id, model: 'gemini-2.5-pro' });
print({ type: 'message', timestamp, role: 'user', content: 'prompt' });
print({
  type: 'tool_use',
  timestamp,
  tool_name: 'mcp_galley_agent_turn_start',
  tool_id: 't_0',
  parameters: input,
});
print({ type: 'tool_result', timestamp, tool_id: 't_0', status: 'success', output: text });
print({ type: 'message', timestamp, role: 'assistant', content: work(), delta: true });
print({
  type: 'result',
  timestamp,
  status: 'success',
  stats: {
    total_tokens: 26,
    input_tokens: 20,
    output_tokens: 6,
    cached: 0,
    input: 20,
    duration_ms: 9,
    tool_calls: 1,
    models: {
      'gemini-2.5-pro': {
        total_tokens: 26,
        input_tokens: 20,
        output_tokens: 6,
        cached: 0,
        input: 20,
      },
    },
  },
});
