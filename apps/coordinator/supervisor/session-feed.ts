import type { Logger } from '@galley/kernel';
import {
  sanitizeEvent,
  type LivingSession,
  type PlaceFence,
  type SessionEvent,
  type SupervisorGateway,
} from '@galley/runcoord';
import { maxBatchEvents } from './gateway-methods.ts';
import { readLogLines } from './log-lines.ts';
import type { ParseLine } from './output-event.ts';

export interface SessionFeedOptions {
  readonly gateway: SupervisorGateway;
  readonly fence: PlaceFence;
  readonly logger: Logger;
  readonly logFileOf: (sessionId: string) => string;
  readonly parserOf: (session: LivingSession) => Promise<ParseLine>;
}

/** Characters of text per batch, and of lines of output that become one event. */
const maxBatchLength = 512 * 1024;
const maxOutputLength = 8 * 1024;
/** Per check, so that an agent that floods its log does not delay the others. */
const maxBatches = 8;

/** Before the prompt, and before the first line of the log. */
const beforePrompt = -1;
const beforeLog = 0;

/**
 * Sends what agents write to their logs as events. The coordinator stores the position up to which it has them, and adds
 * a batch only there: after a crash or a lost answer, the next one continues from that position.
 */
export class SessionFeed {
  readonly #options: SessionFeedOptions;
  /** Stored positions, as far as they are known. */
  readonly #positions = new Map<string, number>();

  constructor(options: SessionFeedOptions) {
    this.#options = options;
  }

  /** Call it before the agent starts. */
  async begin({ id }: LivingSession, prompt: string): Promise<void> {
    const events: SessionEvent[] = [{ kind: 'prompt', text: prompt }];
    await this.#send(id, { from: beforePrompt, to: beforeLog, events });
  }

  /** While the agent runs. */
  async follow(session: LivingSession): Promise<void> {
    await this.#read(session, { isClosed: false, most: maxBatches });
  }

  /** After the agent has exited: sends the rest. */
  async finish(session: LivingSession): Promise<void> {
    await this.#read(session, { isClosed: true, most: Infinity });
    this.#positions.delete(session.id);
  }

  async #read(
    session: LivingSession,
    { isClosed, most }: { readonly isClosed: boolean; readonly most: number },
  ): Promise<void> {
    for (let batches = 0; batches < most; batches += 1) {
      const from = await this.#positionOf(session.id);
      if (from === undefined) return;
      const batch = await this.#nextBatch(session, from, isClosed);
      if (!batch || (await this.#send(session.id, { from, ...batch })) === undefined) return;
    }
  }

  /** `undefined` if the session has ended. */
  async #positionOf(id: string): Promise<number | undefined> {
    const known = this.#positions.get(id);
    return known ?? this.#send(id, { from: beforePrompt, to: beforeLog, events: [] });
  }

  async #send(
    sessionId: string,
    batch: { readonly from: number; readonly to: number; readonly events: readonly SessionEvent[] },
  ): Promise<number | undefined> {
    const { gateway, fence } = this.#options;
    const position = await gateway.recordEvents({ fence, sessionId, ...batch });
    if (position === undefined) this.#positions.delete(sessionId);
    else this.#positions.set(sessionId, position);
    return position;
  }

  /** `undefined` at the end of the log, and if it cannot be read, which must not keep a session from ending. */
  async #nextBatch(session: LivingSession, from: number, isClosed: boolean) {
    const { logFileOf, parserOf, logger } = this.#options;
    const parse = safely(await parserOf(session));
    const events: SessionEvent[] = [];
    let to = from;
    let length = 0;
    try {
      for await (const { text, end } of readLogLines(logFileOf(session.id), from, { isClosed })) {
        for (const event of parse(text)) add(events, event);
        to = end;
        length += text.length;
        if (events.length >= maxBatchEvents || length >= maxBatchLength) break;
      }
    } catch (error) {
      logger.warn('agent log not readable', { session: session.id, error: String(error) });
    }
    return to === from ? undefined : { to, events };
  }
}

/** Joins lines of plain output. */
function add(events: SessionEvent[], event: SessionEvent): void {
  const last = events.at(-1);
  if (last?.kind === 'output' && event.kind === 'output') {
    const text = `${last.text}\n${event.text}`;
    if (text.length <= maxOutputLength) {
      events[events.length - 1] = { kind: 'output', text };
      return;
    }
  }
  events.push(event);
}

/** A line that its parser cannot read is shown as it is. No line makes more events than a batch holds. */
function safely(parse: ParseLine): ParseLine {
  return (line) => {
    try {
      return parse(line).slice(0, maxBatchEvents).map(sanitizeEvent);
    } catch {
      return [sanitizeEvent({ kind: 'output', text: line })];
    }
  };
}
