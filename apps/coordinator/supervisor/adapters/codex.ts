import type { SessionEvent } from '@galley/runcoord';
import { clientConfigurations } from '../../mcp/client-configurations.ts';
import { ownFile, shellCommand, type Adapter, type ResumedSession } from './adapter.ts';
import {
  contentText,
  countOf,
  errorCode,
  fieldsOf,
  listOf,
  output,
  problem,
  readFields,
  textOf,
  type Fields,
} from './program-output.ts';

const folder = '.codex';

/** Codex CLI, https://developers.openai.com/codex/noninteractive */
export const codex: Adapter = {
  // `codex exec` does not sign in with OPENAI_API_KEY, which is for other providers.
  isKnownProgram: true,
  keys: ['CODEX_API_KEY', 'CODEX_ACCESS_TOKEN'],
  variables: ['OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  hosts: ['api.openai.com', 'auth.openai.com', 'chatgpt.com'],
  credentialFiles: (owner) => ownFile(owner, `${folder}/auth.json`, owner['CODEX_HOME']),
  signInCheck: ['login', 'status'],
  signInHelp: 'Run `codex login`, or set CODEX_API_KEY for the supervisor.',
  sessionPaths: [`${folder}/sessions`],

  prepare({ command, mcpUrl, home, isConfined, resumed, environment }) {
    const [program = '', ...words] = command.split(' ');
    const full = words.includes('exec') ? command : [program, 'exec', ...words].join(' ');
    const args = [
      ...['--json', '--skip-git-repo-check', '--sandbox'],
      // Its own sandbox needs user namespaces, which may be unavailable within another sandbox.
      isConfined ? 'danger-full-access' : 'workspace-write',
      ...(resumed ? ['resume', resumed.id] : []),
      '-',
    ];
    const tools = clientConfigurations({ endpoint: mcpUrl, projectDirectory: home })['codex.toml']!;
    return {
      argv: shellCommand(full, args),
      files: { [`${folder}/config.toml`]: configuration(tools, environment['OPENAI_BASE_URL']) },
      env: { CODEX_HOME: `${home}/${folder}` },
    };
  },

  parse(line, resumed) {
    const event = readFields(line);
    if (!event) return output(line);
    switch (event['type']) {
      case 'thread.started':
        return [{ kind: 'resumable', id: textOf(event['thread_id']) }];
      case 'item.started':
        return callOf(fieldsOf(event['item']));
      case 'item.completed':
        return itemEvents(fieldsOf(event['item']));
      case 'turn.completed':
        return [usageEvent(fieldsOf(event['usage']), resumed)];
      case 'turn.failed': {
        const text = textOf(fieldsOf(event['error'])['message']);
        return [problem(errorCode(text), text)];
      }
      default:
        // `error` announces a retry, or repeats in advance what `turn.failed` says.
        return [];
    }
  },
};

/**
 * The tools of Galley need no approval, which nobody could give. Commands of the model do not see keys and tokens.
 * Version 0.171 ignores OPENAI_BASE_URL: it reads the address of the provider only from this file.
 */
const configuration = (
  tools: string,
  baseUrl: string | undefined,
) => `check_for_update_on_startup = false
${baseUrl === undefined ? '' : `openai_base_url = ${JSON.stringify(baseUrl)}\n`}
[shell_environment_policy]
ignore_default_excludes = false

${tools}required = true
default_tools_approval_mode = "approve"
`;

function callOf(item: Fields): SessionEvent[] {
  const id = textOf(item['id']);
  const { type, server, tool, arguments: input, command } = item;
  if (type === 'mcp_tool_call')
    return [{ kind: 'tool_call', id, tool: `${textOf(server)}.${textOf(tool)}`, input }];
  if (type === 'command_execution')
    return [{ kind: 'tool_call', id, tool: 'shell', input: { command } }];
  return [];
}

function itemEvents(item: Fields): SessionEvent[] {
  const id = textOf(item['id']);
  switch (item['type']) {
    case 'agent_message':
      return [{ kind: 'message', text: textOf(item['text']) }];
    case 'reasoning':
      return [{ kind: 'thinking', text: textOf(item['text']) }];
    case 'mcp_tool_call': {
      const failure = textOf(fieldsOf(item['error'])['message']);
      const text = failure || contentText(fieldsOf(item['result'])['content']);
      return [{ kind: 'tool_result', id, text, isError: item['status'] === 'failed' }];
    }
    case 'command_execution': {
      const text = textOf(item['aggregated_output']);
      return [{ kind: 'tool_result', id, text, isError: item['status'] === 'failed' }];
    }
    case 'file_change':
      return fileChange(id, item);
    case 'web_search':
      return [{ kind: 'tool_call', id, tool: 'web_search', input: { query: item['query'] } }];
    case 'error':
      return [problem('other', textOf(item['message']))];
    default:
      return [];
  }
}

function fileChange(id: string, item: Fields): SessionEvent[] {
  const changes = listOf(item['changes']).map(fieldsOf);
  const text = changes.map(({ kind, path }) => `${textOf(kind)} ${textOf(path)}`).join('\n');
  return [
    { kind: 'tool_call', id, tool: 'edit', input: { changes } },
    { kind: 'tool_result', id, text, isError: item['status'] === 'failed' },
  ];
}

/** The program reports the sum of all turns of a session. Cached tokens are part of the input. */
function usageEvent(usage: Fields, resumed: ResumedSession | undefined): SessionEvent {
  const since = (total: unknown, before = 0) => Math.max(0, countOf(total) - before);
  return {
    kind: 'usage',
    usage: {
      model: null,
      inputTokens: since(usage['input_tokens'], resumed?.usage.inputTokens),
      outputTokens: since(usage['output_tokens'], resumed?.usage.outputTokens),
      usd: null,
    },
  };
}
