import { readFile } from 'node:fs/promises';
import { AgentFailure } from './agent-failure.ts';
import type { AgentEnvironment } from './config.ts';
import type { ModelSettings } from './model/model-client.ts';
import type { TurnSettings } from './run-turn.ts';

/** Options override the environment. */
export interface AgentOptions {
  readonly url?: string | undefined;
  readonly tokenFile?: string | undefined;
  readonly agent?: string | undefined;
  readonly role?: string | undefined;
  readonly turn?: string | undefined;
  readonly reason?: string | undefined;
  readonly repository?: string | undefined;
  readonly revision?: string | undefined;
  readonly content?: string | undefined;
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
}

/** In milliseconds; far shorter than the lease of any turn. */
const heartbeat = 20_000;
const fullId = /^(?:[\da-f]{40}|[\da-f]{64})$/;

/** @throws AgentFailure that names the missing setting and how to set it */
export async function turnSettings(
  options: AgentOptions,
  environment: AgentEnvironment,
): Promise<TurnSettings> {
  return {
    url: address(required(options.url ?? environment.url, '--url', 'GALLEY_MCP_URL')),
    token: await tokenOf(options, environment),
    agentId: required(options.agent ?? environment.agentId, '--agent', 'GALLEY_AGENT_ID'),
    role: given(options.role ?? environment.role) ?? 'agent',
    turn: turnOf(required(options.turn ?? environment.turn, '--turn', 'GALLEY_TURN')),
    reason: required(options.reason ?? environment.reason, '--reason', 'GALLEY_TURN_REASON'),
    ...repositoryOf(options, environment),
    contentFolder: given(options.content),
    heartbeat,
  };
}

function turnOf(text: string): number {
  const turn = Number(text);
  if (Number.isSafeInteger(turn) && turn >= 1) return turn;
  throw misused('The turn (--turn, or GALLEY_TURN) must be a number: its request_event_id.');
}

function repositoryOf(options: AgentOptions, environment: AgentEnvironment) {
  const repository = given(options.repository ?? environment.repository);
  const revision = given(options.revision ?? environment.revision);
  if (repository !== undefined && revision === undefined) {
    throw misused('A repository also needs its commit (--revision, or GALLEY_REVISION).');
  }
  if (revision !== undefined && !fullId.test(revision))
    throw misused('The revision (--revision, or GALLEY_REVISION) must be a full commit hash.');
  return { repository, revision };
}

/** Undefined if no model is configured; then the rules decide alone. */
export function modelSettings(
  options: AgentOptions,
  environment: AgentEnvironment,
): ModelSettings | undefined {
  const model = given(options.model ?? environment.model);
  const baseUrl = given(options.baseUrl ?? environment.modelUrl);
  if (model === undefined || baseUrl === undefined) return undefined;
  const url = URL.parse(baseUrl);
  if (!url || !/^https?:$/.test(url.protocol))
    throw misused(
      'The address of the model (--base-url, or GALLEY_AGENT_BASE_URL) must begin with https:// or http://.',
    );
  const apiKey = given(environment.modelKey);
  const isPrivate =
    url.protocol === 'https:' || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
  if (apiKey !== undefined && !isPrivate)
    throw misused(
      'The API key (GALLEY_AGENT_API_KEY) requires an https:// address, except on this machine.',
    );
  return { model, baseUrl, apiKey };
}

/** Never from the command line, which other users of the machine can read. */
async function tokenOf({ tokenFile }: AgentOptions, { token }: AgentEnvironment): Promise<string> {
  if (given(tokenFile) === undefined)
    return required(token, '--token-file', 'GALLEY_WORKER_TOKEN').trim();
  const text = await readFile(tokenFile!, 'utf8').catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw misused(`Cannot read the token file: ${why}.`);
  });
  return required(text.trim(), '--token-file', 'GALLEY_WORKER_TOKEN');
}

function address(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return url;
  throw misused(`"${url}" is not an MCP endpoint, such as http://127.0.0.1:7117/mcp.`);
}

function required(value: string | undefined, option: string, variable: string): string {
  const found = given(value);
  if (found !== undefined) return found;
  throw misused(
    `${variable} is not set. A supervisor sets it; otherwise set it yourself or use ${option}. See galley-agent --help.`,
  );
}

const given = (value: string | undefined) => (value === '' ? undefined : value);

const misused = (message: string) => new AgentFailure('misused', message);
