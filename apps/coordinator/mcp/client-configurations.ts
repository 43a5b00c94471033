import { protocolRevisions } from '@galley/mcp';

/** The variable that agents and `galley mcp stdio` take a worker's token from. Its value is in no file. */
export const tokenVariable = 'GALLEY_WORKER_TOKEN';

export interface McpConnection {
  /** `http://127.0.0.1:7117/mcp` */
  readonly endpoint: string;
  /** An absolute path: agents may be started in any folder. */
  readonly projectDirectory: string;
}

/** The command that bridges standard input and output to the endpoint. */
export const stdioCommand = ({ projectDirectory }: McpConnection) => ({
  command: 'galley',
  args: ['mcp', 'stdio', '--project', projectDirectory],
});

/**
 * What goes into the settings of the common agents, by the name of the file: over HTTP, and with `-stdio` as a
 * command that the agent starts. Each agent has a way of its own to name a variable of the environment.
 */
export function clientConfigurations(connection: McpConnection): Readonly<Record<string, string>> {
  return {
    'claude-code.json': json(servers(claudeOverHttp(connection))),
    'claude-code-stdio.json': json(servers(claudeOverStdio(connection))),
    'codex.toml': codexOverHttp(connection),
    'codex-stdio.toml': codexOverStdio(connection),
    'gemini.json': json(servers(geminiOverHttp(connection))),
    'gemini-stdio.json': json(servers(geminiOverStdio(connection))),
    'opencode.json': json(openCode(openCodeOverHttp(connection))),
    'opencode-stdio.json': json(openCode(openCodeOverStdio(connection))),
    'generic.json': json(genericOverHttp(connection)),
    'generic-stdio.json': json(genericOverStdio(connection)),
  };
}

export const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const servers = (galley: object) => ({ mcpServers: { galley } });

const claudeOverHttp = ({ endpoint }: McpConnection) => ({
  type: 'http',
  url: endpoint,
  headers: { Authorization: `Bearer \${${tokenVariable}}` },
});

const claudeOverStdio = (connection: McpConnection) => ({
  type: 'stdio',
  ...stdioCommand(connection),
  env: { [tokenVariable]: `\${${tokenVariable}}` },
});

const geminiOverHttp = ({ endpoint }: McpConnection) => ({
  httpUrl: endpoint,
  headers: { Authorization: `Bearer $${tokenVariable}` },
});

const geminiOverStdio = (connection: McpConnection) => ({
  ...stdioCommand(connection),
  // Without it, what looks like a secret is not passed on.
  env: { [tokenVariable]: `$${tokenVariable}` },
});

const openCode = (galley: object) => ({
  $schema: 'https://opencode.ai/config.json',
  mcp: { galley },
});

const openCodeOverHttp = ({ endpoint }: McpConnection) => ({
  type: 'remote',
  url: endpoint,
  enabled: true,
  // It would answer a refusal with a sign-in in the browser.
  oauth: false,
  headers: { Authorization: `Bearer {env:${tokenVariable}}` },
});

function openCodeOverStdio(connection: McpConnection) {
  const { command, args } = stdioCommand(connection);
  return {
    type: 'local',
    command: [command, ...args],
    enabled: true,
    environment: { [tokenVariable]: `{env:${tokenVariable}}` },
  };
}

/** For agents with a form of their own: what they need to know, not what they can read. */
const genericOverHttp = ({ endpoint }: McpConnection) => ({
  name: 'galley',
  transport: 'streamable-http',
  url: endpoint,
  protocol_revisions: protocolRevisions,
  bearer_token_variable: tokenVariable,
});

const genericOverStdio = (connection: McpConnection) => ({
  name: 'galley',
  transport: 'stdio',
  ...stdioCommand(connection),
  protocol_revisions: protocolRevisions,
  token_variable: tokenVariable,
});

// A JSON text is a basic string of TOML, and a list of them an array.
const toml = (entries: Readonly<Record<string, unknown>>) =>
  [
    '[mcp_servers.galley]',
    ...Object.entries(entries).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
    '',
  ].join('\n');

const codexOverHttp = ({ endpoint }: McpConnection) =>
  toml({ url: endpoint, bearer_token_env_var: tokenVariable });

const codexOverStdio = (connection: McpConnection) =>
  toml({ ...stdioCommand(connection), env_vars: [tokenVariable] });
