import type { SessionEvent } from '@galley/runcoord';
import { clientConfigurations } from '../../mcp/client-configurations.ts';
import {
  ownFile,
  shellCommand,
  type Adapter,
  type ProgramLaunch,
  type ResumedSession,
} from './adapter.ts';
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

const folder = '.claude';
const toolsFile = `${folder}/galley-mcp.json`;

/** Claude Code, https://code.claude.com/docs/en/headless */
export const claude: Adapter = {
  isKnownProgram: true,
  keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  variables: ['ANTHROPIC_BASE_URL'],
  hosts: ['api.anthropic.com', 'console.anthropic.com', 'platform.claude.com', 'claude.ai'],
  credentialFiles: (owner) =>
    ownFile(owner, `${folder}/.credentials.json`, owner['CLAUDE_CONFIG_DIR']),
  signInCheck: ['auth', 'status'],
  signInHelp:
    'Run `claude auth login`, or set ANTHROPIC_API_KEY or CLAUDE_CODE_OAUTH_TOKEN (`claude setup-token`) for the supervisor.',
  sessionPaths: [`${folder}/projects`],

  prepare({ command, mcpUrl, home, resumed }: ProgramLaunch) {
    const args = [
      ...['--output-format', 'stream-json', '--verbose'],
      ...['--mcp-config', `${home}/${toolsFile}`, '--strict-mcp-config'],
      // Accepts edits in the working directory only; everything else that would ask is denied.
      ...['--permission-mode', 'acceptEdits', '--allowedTools', 'mcp__galley'],
      ...(resumed ? ['--resume', resumed.id] : []),
    ];
    const tools = clientConfigurations({ endpoint: mcpUrl, projectDirectory: home });
    return {
      argv: shellCommand(command, command.includes(' -p') ? args : ['-p', ...args]),
      files: { [toolsFile]: tools['claude-code.json']! },
      env: {
        CLAUDE_CONFIG_DIR: `${home}/${folder}`,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
    };
  },

  parse(line, resumed) {
    const event = readFields(line);
    if (!event) return output(line);
    switch (event['type']) {
      case 'system':
        return event['subtype'] === 'init'
          ? [{ kind: 'resumable', id: textOf(event['session_id']) }]
          : [];
      case 'assistant':
        return assistantEvents(event);
      case 'user':
        return listOf(fieldsOf(event['message'])['content']).flatMap(resultEvents);
      case 'result':
        return resultOfTurn(event, resumed);
      default:
        return [];
    }
  },
};

function assistantEvents(event: Fields): SessionEvent[] {
  const content = listOf(fieldsOf(event['message'])['content']).map(fieldsOf);
  // A message that the program wrote itself about a failed request.
  if (typeof event['error'] === 'string') {
    const text = contentText(content);
    return [problem(codeOf(event['error'], text), text)];
  }
  return content.flatMap(({ type, text, thinking, id, name, input }): SessionEvent[] => {
    if (type === 'text') return [{ kind: 'message', text: textOf(text) }];
    if (type === 'thinking') return [{ kind: 'thinking', text: textOf(thinking) }];
    if (type !== 'tool_use') return [];
    return [{ kind: 'tool_call', id: textOf(id), tool: textOf(name), input }];
  });
}

function codeOf(error: string, text: string) {
  if (error === 'rate_limit' || error === 'billing_error') return 'quota';
  return error === 'authentication_failed' ? 'sign_in' : errorCode(text);
}

function resultEvents(part: unknown): SessionEvent[] {
  const { type, tool_use_id: id, content, is_error: isError } = fieldsOf(part);
  if (type !== 'tool_result') return [];
  return [
    { kind: 'tool_result', id: textOf(id), text: contentText(content), isError: isError === true },
  ];
}

function resultOfTurn(event: Fields, resumed: ResumedSession | undefined): SessionEvent[] {
  const used = usageEvents(fieldsOf(event['modelUsage']), resumed);
  if (event['is_error'] !== true) return used;
  const text = textOf(event['result']) || listOf(event['errors']).map(textOf).join('\n');
  return [...used, problem(errorCode(text), text)];
}

/** The program reports the sums of all turns of a session, by model. */
function usageEvents(models: Fields, resumed: ResumedSession | undefined): SessionEvent[] {
  const { inputTokens = 0, outputTokens = 0, usd = 0 } = resumed?.usage ?? {};
  const newInput = since(inputTokens);
  const newOutput = since(outputTokens);
  const newUsd = since(usd ?? 0);
  return Object.entries(models).map(([model, value]): SessionEvent => {
    const usage = fieldsOf(value);
    const input =
      countOf(usage['inputTokens']) +
      countOf(usage['cacheReadInputTokens']) +
      countOf(usage['cacheCreationInputTokens']);
    return {
      kind: 'usage',
      usage: {
        model,
        inputTokens: newInput(input),
        outputTokens: newOutput(countOf(usage['outputTokens'])),
        usd: newUsd(countOf(usage['costUSD'])),
      },
    };
  });
}

/** Subtracts what was counted before from the first values. */
function since(before: number): (value: number) => number {
  let left = before;
  return (value) => {
    const old = Math.min(left, value);
    left -= old;
    return value - old;
  };
}
