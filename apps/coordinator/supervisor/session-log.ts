import { open } from 'node:fs/promises';
import { isMissing } from '@galley/kernel';
import type { SessionEnd, SessionEvent, SessionUsage } from '@galley/runcoord';
import type { Adapter, ResumedSession } from './adapters/index.ts';

export interface LogLines {
  /** Complete lines. */
  readonly lines: readonly string[];
  /** Bytes read so far: where to continue. */
  readonly offset: number;
}

/** Per read, so that a long log does not fill the memory. Longer than any line that `AgentLog` writes. */
const maxRead = 1_048_576;

/** Reads the lines that were added to a log since `offset`. A line still being written is left for the next call. */
export async function readLogLines(logFile: string, offset: number): Promise<LogLines> {
  const file = await open(logFile, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!file) return { lines: [], offset };
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxRead), 0, maxRead, offset);
    const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
    const text = buffer.subarray(0, end).toString('utf8');
    return { lines: text.split('\n').slice(0, -1), offset: offset + end };
  } finally {
    await file.close();
  }
}

export interface SessionLogOptions {
  readonly logFile: string;
  readonly adapter: Adapter;
  readonly resumed: ResumedSession | undefined;
  readonly offset?: number;
}

/** Yields the events in a log, from `offset` to its present end, with the offset behind each batch. */
export async function* readSessionEvents({
  logFile,
  adapter,
  resumed,
  offset = 0,
}: SessionLogOptions): AsyncGenerator<{ events: SessionEvent[]; offset: number }> {
  for (let at = offset; ;) {
    const read = await readLogLines(logFile, at);
    if (read.offset === at) return;
    at = read.offset;
    yield { events: read.lines.flatMap((line) => adapter.parse(line, resumed)), offset: at };
  }
}

export interface SessionSummary {
  /** Code of the last error that explains a failure. */
  readonly failure: NonNullable<SessionEnd['failure']> | undefined;
  /** The program's own session, with its usage. */
  readonly resumable: ResumedSession | undefined;
}

/** Reads the log of a session that has ended. */
export async function summarizeSession(options: SessionLogOptions): Promise<SessionSummary> {
  let failure: SessionSummary['failure'];
  let id: string | undefined;
  let usage: SessionUsage = options.resumed?.usage ?? noUsage;
  for await (const { events } of readSessionEvents(options))
    for (const event of events) {
      if (event.kind === 'error' && event.code !== 'other') failure = event.code;
      if (event.kind === 'resumable' && event.id !== '') id = event.id;
      if (event.kind === 'usage') usage = addUsage(usage, event.usage);
    }
  return { failure, resumable: id === undefined ? undefined : { id, usage } };
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
