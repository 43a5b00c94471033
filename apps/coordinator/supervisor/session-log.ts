import type { SessionEnd, SessionEvent, SessionUsage } from '@galley/runcoord';
import type { Adapter, ResumedSession } from './adapters/index.ts';
import { readLogLines } from './log-lines.ts';

export interface SessionLogOptions {
  readonly logFile: string;
  readonly adapter: Adapter;
  readonly resumed: ResumedSession | undefined;
}

/** The events in the log of a session that has ended. */
export async function* readSessionEvents({
  logFile,
  adapter,
  resumed,
}: SessionLogOptions): AsyncGenerator<SessionEvent> {
  for await (const { text } of readLogLines(logFile, 0, { isClosed: true }))
    yield* adapter.parse(text, resumed);
}

export interface SessionSummary {
  /** Code of the last error that explains a failure. */
  readonly failure: NonNullable<SessionEnd['failure']> | undefined;
  /** Text of the last error, which is empty if the program reports none. */
  readonly lastError: string;
  /** The program's own session, with its usage. */
  readonly resumable: ResumedSession | undefined;
  /** Empty if the program reports no messages. */
  readonly lastMessage: string;
}

/** Reads the log of a session that has ended. */
export async function summarizeSession(options: SessionLogOptions): Promise<SessionSummary> {
  let failure: SessionSummary['failure'];
  let id: string | undefined;
  let [lastMessage, lastError] = ['', ''];
  let usage: SessionUsage = options.resumed?.usage ?? noUsage;
  for await (const event of readSessionEvents(options)) {
    if (event.kind === 'error' && event.code !== 'other') failure = event.code;
    if (event.kind === 'error') lastError = event.text;
    if (event.kind === 'resumable' && event.id !== '') id = event.id;
    if (event.kind === 'message') lastMessage = event.text;
    if (event.kind === 'usage') usage = addUsage(usage, event.usage);
  }
  const resumable = id === undefined ? undefined : { id, usage };
  return { failure, lastError, resumable, lastMessage };
}

const noUsage: SessionUsage = { model: null, inputTokens: 0, outputTokens: 0, usd: null };

function addUsage(a: SessionUsage, b: SessionUsage): SessionUsage {
  return {
    model: b.model ?? a.model,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    usd: a.usd === null && b.usd === null ? null : (a.usd ?? 0) + (b.usd ?? 0),
  };
}
