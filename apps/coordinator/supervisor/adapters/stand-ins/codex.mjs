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

const { CODEX_HOME: folder } = process.env;
if (process.argv[2] !== 'exec' || process.argv.at(-1) !== '-') fail('stand-in: no prompt is read');
if (!hasOption('--json') || !hasOption('--skip-git-repo-check'))
  fail('stand-in: options are missing');
requireOption('--sandbox', process.env.EXPECTED_SANDBOX);
await readPrompt();
const isResumed = hasOption('resume');
const id = isResumed ? option('resume') : '01a21680-e808-7880-a9d0-2ba14a64553d';
const session = `${folder}/sessions/rollout-${id}.jsonl`;
if (isResumed && !existsSync(session)) fail(`Error: no rollout found for thread id ${id}`, 1);
mkdirSync(`${folder}/sessions`, { recursive: true });
writeFileSync(session, '{}\n');
const tools = toolsIn(requireFile(`${folder}/config.toml`));
print({ type: 'thread.started', thread_id: id });
print({ type: 'turn.started' });

if (!existsSync(`${folder}/auth.json`) && !process.env.CODEX_API_KEY) {
  const message =
    'unexpected status 401 Unauthorized: Missing bearer or basic authentication in header, url: https://api.openai.com/v1/responses';
  print({ type: 'error', message: `Reconnecting... 1/5 (${message})` });
  print({ type: 'error', message });
  print({ type: 'turn.failed', error: { message } });
  process.exit(1);
}

const { url, bearer_token_env_var: variable, default_tools_approval_mode: approval } = tools;
if (approval !== 'approve') fail('MCP tool call requires approval, but approval policy is never');
const authorization = `Bearer ${process.env[variable]}`;
const { input, text } = await startTurn({ url, authorization });
const item = {
  id: 'item_0',
  type: 'mcp_tool_call',
  server: 'galley',
  tool: 'agent_turn_start',
  arguments: input,
};
print({
  type: 'item.started',
  item: { ...item, result: null, error: null, status: 'in_progress' },
});
print({
  type: 'item.completed',
  item: {
    ...item,
    result: { content: [{ type: 'text', text }], structured_content: null },
    error: null,
    status: 'completed',
  },
});
print({ type: 'item.completed', item: { id: 'item_1', type: 'agent_message', text: work() } });
// The sum of all turns of the session.
const turns = isResumed ? 2 : 1;
print({
  type: 'turn.completed',
  usage: {
    input_tokens: 20 * turns,
    cached_input_tokens: 5,
    output_tokens: 6 * turns,
    reasoning_output_tokens: 1,
  },
});

/** The table of the server; its values are also valid JSON. */
function toolsIn(toml) {
  const [, table] = toml.split('[mcp_servers.galley]\n');
  const entries = table.split('\n').filter((line) => line.includes(' = '));
  return Object.fromEntries(
    entries.map((line) => [line.split(' = ')[0], JSON.parse(line.slice(line.indexOf(' = ') + 3))]),
  );
}
