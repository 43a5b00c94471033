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
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly contextTokens: number;
  readonly outputTokens: number;
  readonly steps: number;
  readonly minutes: number;
  readonly idleSeconds: number;
  /** In US dollars per million tokens. */
  readonly inputPrice?: number | undefined;
  readonly outputPrice?: number | undefined;
}

/** In milliseconds; far shorter than the lease of any turn. */
const heartbeat = 20_000;
/** In milliseconds; about a minute in total, for a rate limit or the restart of a local server. */
const modelPauses = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000];

/** @throws AgentFailure that names the missing setting and how to set it */
export async function turnSettings(
  options: AgentOptions,
  environment: AgentEnvironment,
): Promise<TurnSettings> {
  const { contextTokens, outputTokens, steps, minutes, idleSeconds } = options;
  const limits = { contextTokens, outputTokens, steps, minutes, idleSeconds };
  for (const [name, value] of Object.entries(limits))
    if (!(value > 0)) throw misused(`${optionOf(name)} must be a number above 0.`);
  if (outputTokens > contextTokens / 2)
    throw misused('--output-tokens must be at most half of --context-tokens.');
  const reason = required(options.reason ?? environment.reason, '--reason', 'GALLEY_TURN_REASON');
  return {
    url: address(required(options.url ?? environment.url, '--url', 'GALLEY_MCP_URL')),
    token: await tokenOf(options, environment),
    agentId: required(options.agent ?? environment.agentId, '--agent', 'GALLEY_AGENT_ID'),
    role: given(options.role ?? environment.role) ?? 'agent',
    turn: turnOf(required(options.turn ?? environment.turn, '--turn', 'GALLEY_TURN')),
    reason,
    prompt: given(environment.prompt) ?? `Purpose of this turn: ${reason}`,
    contextTokens,
    outputTokens,
    maxSteps: Math.floor(steps),
    maxMinutes: minutes,
    heartbeat,
  };
}

/** @throws AgentFailure; with the code `sign_in` if no model is configured, which a retry cannot help */
export function modelSettings(options: AgentOptions, environment: AgentEnvironment): ModelSettings {
  const { model, url } = requireModel(options, environment);
  const apiKey = given(environment.modelKey?.trim());
  const isPrivate =
    url.protocol === 'https:' || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname);
  if (apiKey !== undefined && !isPrivate)
    throw misused(
      'The API key (GALLEY_AGENT_API_KEY) requires an https:// address, except on this machine.',
    );
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey))
    throw misused('The API key (GALLEY_AGENT_API_KEY) contains a space or a special character.');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return {
    model,
    url,
    apiKey,
    outputTokens: options.outputTokens,
    prices: pricesOf(options),
    pauses: modelPauses,
    idleMs: options.idleSeconds * 1_000,
  };
}

function requireModel(options: AgentOptions, environment: AgentEnvironment) {
  const model = given(options.model ?? environment.model);
  const baseUrl = given(options.baseUrl ?? environment.modelUrl);
  if (model !== undefined && baseUrl !== undefined) return { model, url: modelUrl(baseUrl) };
  const missing = [
    ...(model === undefined
      ? [
          'Set it in the command of the adapter (--model), or as the model of the agent in coordinator.agents.',
        ]
      : []),
    ...(baseUrl === undefined
      ? [
          'Set GALLEY_AGENT_BASE_URL for the supervisor to an OpenAI-compatible endpoint, such as http://127.0.0.1:11434/v1 (Ollama).',
        ]
      : []),
  ];
  throw new AgentFailure(
    'misused',
    `galley-agent needs a model. ${missing.join(' ')} To use a program such as Claude Code instead, set coordinator.agents.adapter.`,
    {
      code: 'sign_in',
    },
  );
}

function modelUrl(baseUrl: string): URL {
  const url = URL.parse(baseUrl);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw misused(
    'The address of the model (--base-url, or GALLEY_AGENT_BASE_URL) must begin with https:// or http://.',
  );
}

function pricesOf({ inputPrice, outputPrice }: AgentOptions): ModelSettings['prices'] {
  if (inputPrice === undefined && outputPrice === undefined) return undefined;
  const prices = { input: inputPrice ?? 0, output: outputPrice ?? 0 };
  if (prices.input >= 0 && prices.output >= 0) return prices;
  throw misused('--input-price and --output-price must be amounts in US dollars.');
}

function turnOf(text: string): number {
  const turn = Number(text);
  if (Number.isSafeInteger(turn) && turn >= 0) return turn;
  throw misused('The turn (--turn, or GALLEY_TURN) must be a number: its request_event_id.');
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

const optionOf = (name: string) =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const given = (value: string | undefined) => (value === '' ? undefined : value);

const misused = (message: string) => new AgentFailure('misused', message);
