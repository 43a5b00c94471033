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

const { CLAUDE_CONFIG_DIR: folder, GALLEY_WORKER_TOKEN: token } = process.env;
if (!hasOption('-p') || !hasOption('--verbose') || !hasOption('--strict-mcp-config'))
  fail('stand-in: options are missing');
requireOption('--output-format', 'stream-json');
requireOption('--permission-mode', 'acceptEdits');
requireOption('--allowedTools', 'mcp__galley');
await readPrompt();
const id =
  option('--resume') && hasOption('--resume')
    ? option('--resume')
    : '09ec4ea2-48b6-43fd-a552-cf70b59d5d7d';
const sessions = `${folder}/projects/${process.cwd().replaceAll(/[^a-zA-Z0-9]/g, '-')}`;
if (hasOption('--resume') && !existsSync(`${sessions}/${id}.jsonl`))
  fail(`No conversation found with session ID: ${id}`, 1);
mkdirSync(sessions, { recursive: true });
writeFileSync(`${sessions}/${id}.jsonl`, '{}\n');
const common = { session_id: id, parent_tool_use_id: null };
print({
  type: 'system',
  subtype: 'init',
  cwd: process.cwd(),
  session_id: id,
  tools: ['Edit'],
  model: 'claude-opus-4-8',
  permissionMode: 'acceptEdits',
});

if (!existsSync(`${folder}/.credentials.json`) && !process.env.ANTHROPIC_API_KEY) {
  const text = 'Not logged in · Please run /login';
  print({
    type: 'assistant',
    message: {
      id: 'm',
      model: '<synthetic>',
      role: 'assistant',
      type: 'message',
      usage: { input_tokens: 0, output_tokens: 0 },
      content: [{ type: 'text', text }],
    },
    ...common,
    error: 'authentication_failed',
  });
  print({
    type: 'result',
    subtype: 'success',
    is_error: true,
    api_error_status: null,
    num_turns: 1,
    result: text,
    session_id: id,
    total_cost_usd: 0,
    usage: { input_tokens: 0, output_tokens: 0 },
    modelUsage: {},
  });
  process.exit(1);
}

const { galley } = JSON.parse(requireFile(requireOption('--mcp-config'))).mcpServers;
if (galley.type !== 'http') fail('stand-in: the tools are not configured over HTTP');
const authorization = galley.headers.Authorization.replace('${GALLEY_WORKER_TOKEN}', token);
const { input, text } = await startTurn({ url: galley.url, authorization });
print({
  type: 'assistant',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-8',
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'mcp__galley__agent_turn_start', input }],
    usage: { input_tokens: 12, output_tokens: 1 },
  },
  ...common,
});
print({
  type: 'user',
  message: {
    role: 'user',
    content: [{ tool_use_id: 'toolu_1', type: 'tool_result', content: [{ type: 'text', text }] }],
  },
  ...common,
});
print({
  type: 'assistant',
  message: {
    id: 'msg_2',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-8',
    content: [{ type: 'text', text: work() }],
    usage: { input_tokens: 12, output_tokens: 1 },
  },
  ...common,
});
print({
  type: 'result',
  subtype: 'success',
  is_error: false,
  num_turns: 2,
  result: 'done',
  session_id: id,
  total_cost_usd: 0.25,
  usage: { input_tokens: 20, output_tokens: 6 },
  modelUsage: {
    'claude-opus-4-8': {
      inputTokens: 15,
      outputTokens: 6,
      cacheReadInputTokens: 3,
      cacheCreationInputTokens: 2,
      costUSD: 0.25,
    },
  },
  permission_denials: [],
});
