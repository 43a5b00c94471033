import type { SessionEvent } from '@galley/runcoord';
import { clientConfigurations, json } from '../../mcp/client-configurations.ts';
import { ownFile, shellCommand, type Adapter, type Environment } from './adapter.ts';
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

const folder = '.gemini';

/** Gemini CLI, https://geminicli.com/docs/cli/headless */
export const gemini: Adapter = {
  isKnownProgram: true,
  keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA'],
  variables: ['GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION', 'GOOGLE_GEMINI_BASE_URL'],
  hosts: ['*.googleapis.com', 'accounts.google.com'],
  credentialFiles: (owner) => [
    ...ownFile(owner, `${folder}/oauth_creds.json`),
    ...ownFile(owner, `${folder}/google_accounts.json`),
  ],
  signInCheck: undefined,
  signInHelp:
    'Set GEMINI_API_KEY for the supervisor; or run `gemini` once to sign in, and set GOOGLE_GENAI_USE_GCA=true for the supervisor.',
  sessionPaths: ['projects.json', 'tmp', 'history'].map((name) => `${folder}/${name}`),

  prepare({ command, mcpUrl, home, resumed, environment }) {
    const args = [
      ...['--output-format', 'stream-json', '--skip-trust'],
      // Approves edits in the working directory; other tools that would ask are unavailable.
      ...['--approval-mode', 'auto_edit'],
      ...(resumed ? ['--resume', resumed.id] : []),
    ];
    const tools = clientConfigurations({ endpoint: mcpUrl, projectDirectory: home })[
      'gemini.json'
    ]!;
    return {
      argv: shellCommand(command, args),
      files: { [`${folder}/settings.json`]: settings(tools, environment) },
      env: { GEMINI_CLI_HOME: home },
    };
  },

  parse(line) {
    const event = readFields(line);
    if (!event) return plainLine(line);
    switch (event['type']) {
      case 'init':
        return [{ kind: 'resumable', id: textOf(event['session_id']) }];
      case 'message':
        return event['role'] === 'assistant'
          ? [{ kind: 'message', text: textOf(event['content']) }]
          : [];
      case 'tool_use':
        return [
          {
            kind: 'tool_call',
            id: textOf(event['tool_id']),
            tool: textOf(event['tool_name']),
            input: event['parameters'],
          },
        ];
      case 'tool_result':
        return [toolResult(event)];
      case 'error':
        return [problem(errorCode(textOf(event['message'])), textOf(event['message']))];
      case 'result':
        return resultEvents(event);
      default:
        return [];
    }
  },
};

function settings(tools: string, environment: Environment): string {
  const { mcpServers } = JSON.parse(tools) as { mcpServers: { galley: object } };
  return json({
    // Trusted tools are called without asking, which nobody could answer.
    mcpServers: { galley: { ...mcpServers.galley, trust: true } },
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    ...(needsKeySelected(environment) && {
      security: { auth: { selectedType: 'gemini-api-key' } },
    }),
  });
}

/** With the address of another provider, version 0.61 does not sign in with the key unless told to. */
function needsKeySelected(environment: Environment): boolean {
  const isSet = (name: string) => environment[name] !== undefined;
  const others = ['GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA'];
  return isSet('GOOGLE_GEMINI_BASE_URL') && isSet('GEMINI_API_KEY') && !others.some(isSet);
}

/** Without an account, the program prints no events. */
function plainLine(line: string): SessionEvent[] {
  return /^Please set an Auth method|^Invalid auth method|^Error authenticating|^Failed to (?:login|authenticate)/i.test(
    line,
  )
    ? [problem('sign_in', line)]
    : output(line);
}

function toolResult(event: Fields): SessionEvent {
  const text = contentText(event['output']) || textOf(fieldsOf(event['error'])['message']);
  const isError = event['status'] === 'error';
  return { kind: 'tool_result', id: textOf(event['tool_id']), text, isError };
}

function resultEvents(event: Fields): SessionEvent[] {
  const models = Object.entries(fieldsOf(fieldsOf(event['stats'])['models']));
  const used = models.map(([model, value]): SessionEvent => {
    const { input_tokens: input, output_tokens: out } = fieldsOf(value);
    const usage = { model, inputTokens: countOf(input), outputTokens: countOf(out), usd: null };
    return { kind: 'usage', usage };
  });
  if (event['status'] !== 'error') return used;
  const text = textOf(fieldsOf(event['error'])['message']);
  return [...used, problem(errorCode(text), text)];
}
