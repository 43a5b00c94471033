import { AgentFailure } from './agent-failure.ts';
import { Conversation, estimateTokens, lengthOf } from './conversation.ts';
import { GalleyTools, overCodes } from './galley-tools.ts';
import { Heartbeat } from './heartbeat.ts';
import { continuation, instructionsFor } from './instructions.ts';
import type { ModelAnswer } from './model/model-answer.ts';
import { ModelClient, type Answered, type ModelSettings } from './model/model-client.ts';
import { ContextExceeded } from './model/model-refusal.ts';
import type { ShowText } from './model/text-parts.ts';
import { Refusal, Table } from './table/table.ts';

export interface TurnSettings {
  readonly url: string;
  readonly token: string;
  readonly agentId: string;
  readonly role: string;
  /** `request_event_id` of the turn. */
  readonly turn: number;
  readonly reason: string;
  readonly prompt: string;
  readonly contextTokens: number;
  readonly outputTokens: number;
  readonly maxSteps: number;
  readonly maxMinutes: number;
  /** In milliseconds. */
  readonly heartbeat: number;
}

/** As Galley reads it from the output of a program. */
export type PrintedEvent =
  | { readonly kind: 'message' | 'thinking'; readonly text: string }
  | {
      readonly kind: 'tool_call';
      readonly id: string;
      readonly tool: string;
      readonly input: unknown;
    }
  | {
      readonly kind: 'tool_result';
      readonly id: string;
      readonly text: string;
      readonly is_error: boolean;
    }
  | {
      readonly kind: 'usage';
      readonly model: string;
      readonly input_tokens: number;
      readonly output_tokens: number;
      readonly usd: number | null;
    }
  | { readonly kind: 'error'; readonly code: AgentFailure['code']; readonly text: string };

export interface TurnParts {
  readonly settings: TurnSettings;
  readonly model: ModelSettings;
  readonly emit: (event: PrintedEvent) => void;
  readonly log: (line: string) => void;
  /** Stops the turn without completing it. */
  readonly signal: AbortSignal;
}

const maxSummaryLength = 4_000;
const maxReminders = 3;

/** Another process can repeat the turn, in parallel or after this one was killed. @throws AgentFailure */
export async function runTurn(parts: TurnParts): Promise<void> {
  const { settings, signal } = parts;
  const { url, token, turn, agentId, maxMinutes } = settings;
  const deadline = AbortSignal.timeout(maxMinutes * 60_000);
  const end = AbortSignal.any([signal, deadline]);
  await using table = new Table({ url, token, turn: String(turn), signal: end });
  try {
    const tools = await GalleyTools.open(table, agentId);
    const takesTurns = tools.has('agent_turn_start');
    const isContinued = takesTurns && (await begin(table, turn));
    const conversation = await startConversation({ table, tools, settings, isContinued });
    const talk = () => converse({ ...parts, signal: end }, tools, conversation);
    const summary = takesTurns ? await withHeartbeat(table, parts, talk) : await talk();
    if (takesTurns) await complete(table, turn, summary);
  } catch (error) {
    if (signal.aborted) throw stopped(error);
    if (deadline.aborted)
      throw new AgentFailure(
        'failed',
        `The agent did not finish within ${maxMinutes} minutes (--minutes).`,
      );
    throw error instanceof Refusal ? failureOf(error) : error;
  }
}

/** True if the turn was started before. */
async function begin(table: Table, turn: number): Promise<boolean> {
  try {
    await table.tell('agent_turn_start', { request_event_id: turn });
    return false;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'turn_started') throw error;
    return true;
  }
}

/** Another process may have completed the turn with another summary. */
async function complete(table: Table, turn: number, text: string): Promise<void> {
  const plain = text.replaceAll('\0', '').toWellFormed();
  const summary = plain.length > maxSummaryLength ? `${plain.slice(0, 3_990)}…` : plain;
  const input = { request_event_id: turn, summary: summary.toWellFormed() };
  await table.changeAs('complete', 'agent_turn_complete', input).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'idempotency_key_reuse') throw error;
  });
}

async function withHeartbeat<Result>(
  table: Table,
  { settings, log }: TurnParts,
  work: () => Promise<Result>,
): Promise<Result> {
  const beating = new Heartbeat(
    settings.heartbeat,
    () => table.tell('agent_heartbeat', { request_event_id: settings.turn }),
    (error) => log(`Heartbeat failed: ${error instanceof Error ? error.message : String(error)}`),
  );
  try {
    return await work();
  } finally {
    await beating.end();
  }
}

interface Begun {
  readonly table: Table;
  readonly tools: GalleyTools;
  readonly settings: TurnSettings;
  readonly isContinued: boolean;
}

async function startConversation({ table, tools, settings, isContinued }: Begun) {
  const { prompt, contextTokens, outputTokens } = settings;
  const forTools = estimateTokens(lengthOf(tools.offered));
  return new Conversation({
    instructions: instructionsFor(settings),
    task: isContinued ? `${prompt}\n\n${continuation}` : prompt,
    state: tools.has('table_get_state') ? await table.ask('table_get_state', {}) : '',
    maxTokens: contextTokens - outputTokens - forTools,
  });
}

/** Returns the model's last message. */
async function converse(
  parts: TurnParts,
  tools: GalleyTools,
  conversation: Conversation,
): Promise<string> {
  const { settings, emit, signal } = parts;
  const client = new ModelClient(parts.model);
  let reminders = 0;
  for (let step = 1; step <= settings.maxSteps; step += 1) {
    const show: ShowText = (kind, text) => emit({ kind, text });
    const { answer, isShown } = await askWithinContext(client, {
      tools,
      conversation,
      signal,
      show,
    });
    report(answer, isShown, parts);
    if (answer.calls.length > 0) {
      conversation.addResults(answer, await runCalls(answer, tools, emit));
      continue;
    }
    if (answer.text !== '' && !answer.isCut) return answer.text;
    if ((reminders += 1) > maxReminders) break;
    conversation.addReminder(
      answer,
      answer.isCut
        ? 'Your answer was cut off at the limit of the output. Work in smaller steps.'
        : 'Your answer was empty. Continue with the tools, or finish with a few sentences about what you did.',
    );
  }
  throw new AgentFailure(
    'failed',
    reminders > maxReminders
      ? `The model "${parts.model.model}" gave no complete answer, even when reminded.`
      : `The model did not finish within ${settings.maxSteps} steps (--steps).`,
  );
}

interface Asking {
  readonly tools: GalleyTools;
  readonly conversation: Conversation;
  readonly signal: AbortSignal;
  readonly show: ShowText;
}

async function askWithinContext(
  client: ModelClient,
  { tools, conversation, signal, show }: Asking,
): Promise<Answered> {
  for (;;) {
    try {
      const messages = conversation.messages();
      return await client.ask({ messages, tools: tools.offered }, signal, show);
    } catch (error) {
      if (!(error instanceof ContextExceeded)) throw error;
      if (!conversation.shrink())
        throw new AgentFailure(
          'model',
          `The model's context is too small for the task and the tools. Give the model a larger context, or choose another. (${error.message})`,
        );
    }
  }
}

async function runCalls(
  { calls }: ModelAnswer,
  tools: GalleyTools,
  emit: TurnParts['emit'],
): Promise<readonly string[]> {
  const results: string[] = [];
  for (const call of calls) {
    const { id, tool, input, text: given } = call;
    emit({ kind: 'tool_call', id, tool, input: input ?? given });
    const { text, isError } = await tools.run(call);
    emit({ kind: 'tool_result', id, text, is_error: isError });
    results.push(text);
  }
  return results;
}

function report(
  { usage, thinking, text }: ModelAnswer,
  isShown: boolean,
  { emit, model }: TurnParts,
): void {
  if (usage) {
    const { inputTokens, outputTokens } = usage;
    const { input, output } = model.prices ?? { input: 0, output: 0 };
    const priced = (inputTokens * input + outputTokens * output) / 1_000_000;
    emit({
      kind: 'usage',
      model: model.model,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      usd: model.prices ? priced : (usage.usd ?? null),
    });
  }
  if (isShown) return;
  if (thinking !== '') emit({ kind: 'thinking', text: thinking });
  if (text !== '') emit({ kind: 'message', text });
}

function stopped(cause: unknown): AgentFailure {
  return new AgentFailure(
    'stopped',
    'Stopped by a signal. The turn is not completed; another process can continue it.',
    { cause },
  );
}

function failureOf(error: Refusal): AgentFailure {
  const isOver = overCodes.has(error.code) || error.code === 'not_yours';
  return new AgentFailure(isOver ? 'refused' : 'failed', `${error.message} (${error.code})`, {
    cause: error,
  });
}
