import type { SessionEvent } from '@galley/runcoord';
import { clientConfigurations, json } from '../../mcp/client-configurations.ts';
import { ownFile, shellCommand, type Adapter } from './adapter.ts';
import {
  contentText,
  countOf,
  errorCode,
  fieldsOf,
  output,
  problem,
  readFields,
  textOf,
  type Fields,
} from './program-output.ts';

const configFile = '.config/opencode/opencode.json';
const dataFolder = '.local/share/opencode';

/** OpenCode, https://opencode.ai/docs/cli */
export const opencode: Adapter = {
  isKnownProgram: true,
  keys: [
    ...['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    ...['OPENROUTER_API_KEY', 'OPENCODE_API_KEY'],
  ],
  variables: ['ANTHROPIC_BASE_URL', 'OPENAI_BASE_URL'],
  hosts: [
    'models.dev',
    'opencode.ai',
    'api.anthropic.com',
    'api.openai.com',
    'openrouter.ai',
    '*.googleapis.com',
  ],
  credentialFiles: (owner) => {
    const data = owner['XDG_DATA_HOME'];
    const own = ownFile(owner, `${dataFolder}/auth.json`);
    return data === undefined
      ? own
      : own.map(({ to }) => ({ from: `${data}/opencode/auth.json`, to }));
  },
  signInCheck: undefined,
  signInHelp:
    'Run `opencode auth login`, or set the key of your provider, such as ANTHROPIC_API_KEY, for the supervisor.',
  sessionPaths: [dataFolder],

  prepare({ command, mcpUrl, home, resumed }) {
    const args = ['--format', 'json', ...(resumed ? ['--session', resumed.id] : [])];
    const tools = clientConfigurations({ endpoint: mcpUrl, projectDirectory: home });
    const server = JSON.parse(tools['opencode.json']!) as object;
    return {
      argv: shellCommand(command, args),
      files: { [configFile]: json({ ...server, ...unattended }) },
      env: { OPENCODE_DISABLE_AUTOUPDATE: '1' },
    };
  },

  parse(line) {
    const event = readFields(line);
    if (!event) return output(line);
    const part = fieldsOf(event['part']);
    switch (event['type']) {
      case 'step_start':
        return [{ kind: 'resumable', id: textOf(event['sessionID']) }];
      case 'text':
        return [{ kind: 'message', text: textOf(part['text']) }];
      case 'reasoning':
        return [{ kind: 'thinking', text: textOf(part['text']) }];
      case 'tool_use':
        return toolEvents(part);
      case 'step_finish':
        return [usageEvent(part)];
      case 'error':
        return [errorEvent(fieldsOf(event['error']))];
      default:
        return [];
    }
  },
};

/** Everything else is denied instead of asked, which nobody could answer. */
const unattended = {
  autoupdate: false,
  share: 'disabled',
  permission: {
    '*': 'deny',
    ...Object.fromEntries(
      ['read', 'list', 'glob', 'grep', 'edit', 'todowrite', 'galley_*'].map((tool) => [
        tool,
        'allow',
      ]),
    ),
    external_directory: 'deny',
  },
};

function toolEvents({ callID, tool, state }: Fields): SessionEvent[] {
  const { status, input, output: result, error } = fieldsOf(state);
  const id = textOf(callID);
  const isError = status === 'error';
  return [
    { kind: 'tool_call', id, tool: textOf(tool), input },
    { kind: 'tool_result', id, text: isError ? textOf(error) : contentText(result), isError },
  ];
}

function usageEvent({ tokens, cost }: Fields): SessionEvent {
  const { input, output: written, reasoning, cache } = fieldsOf(tokens);
  const { read, write } = fieldsOf(cache);
  return {
    kind: 'usage',
    usage: {
      model: null,
      inputTokens: countOf(input) + countOf(read) + countOf(write),
      outputTokens: countOf(written) + countOf(reasoning),
      usd: countOf(cost),
    },
  };
}

function errorEvent({ name, data }: Fields): SessionEvent {
  const { message, statusCode } = fieldsOf(data);
  const text = textOf(message) || textOf(name);
  if (name === 'ProviderAuthError' || statusCode === 401) return problem('sign_in', text);
  return problem(statusCode === 429 || statusCode === 402 ? 'quota' : errorCode(text), text);
}
