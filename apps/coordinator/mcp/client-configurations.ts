import { protocolRevisions } from '@galley/mcp';

/** The value of this variable is never written to a file. */
export const tokenVariable = 'GALLEY_WORKER_TOKEN';

export interface McpConnection {
  /** `http://127.0.0.1:7117/mcp` */
  readonly endpoint: string;
  /** Absolute path, because agents may start in any folder. */
  readonly projectDirectory: string;
}

export const stdioCommand = ({ projectDirectory }: McpConnection) => ({
  command: 'galley',
  args: ['mcp', 'stdio', '--project', projectDirectory],
});

/** Keys are file names; with suffix `-stdio`, the agent starts a command, otherwise it uses HTTP. */
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
  // Required, because the agent does not pass on variables that look like secrets.
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
  // Otherwise the agent reacts to a rejection with an OAuth sign-in in the browser.
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

/** Reference data for agents with another configuration format. */
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

// JSON strings are valid TOML basic strings, and JSON lists of strings valid TOML arrays.
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
