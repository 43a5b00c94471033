import type { AgentSessionEvent } from '@galley/sdk';

interface Payload {
  readonly text?: unknown;
  readonly id?: unknown;
  readonly tool?: unknown;
  readonly input?: unknown;
  readonly is_error?: unknown;
  readonly code?: unknown;
  readonly model?: unknown;
  readonly input_tokens?: unknown;
  readonly output_tokens?: unknown;
  readonly usd?: unknown;
}

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

export type TranscriptEntry = { readonly seq: string; readonly at: string } & (
  | { readonly kind: 'prompt' | 'message' | 'thinking' | 'output'; readonly text: string }
  | {
      readonly kind: 'tool';
      readonly tool: string;
      readonly input: unknown;
      /** Undefined while the tool runs, and for agents that do not report results. */
      readonly result: ToolResult | undefined;
    }
  | { readonly kind: 'error'; readonly code: 'sign_in' | 'quota' | 'other'; readonly text: string }
  | {
      readonly kind: 'usage';
      readonly model: string | null;
      readonly input: number;
      readonly output: number;
      readonly usd: number | null;
    }
  | { readonly kind: 'resumable'; readonly id: string }
);

/** Joins each tool call with its result. A result without a call becomes output. */
export function transcriptOf(events: readonly AgentSessionEvent[]): TranscriptEntry[] {
  const results = resultsById(events);
  const called = new Set(events.filter(isCall).map((event) => textOf(payloadOf(event).id)));
  return events.flatMap((event) => {
    const payload = payloadOf(event);
    const isJoined = event.kind === 'tool_result' && called.has(textOf(payload.id));
    return isJoined ? [] : [entryOf(event, payload, results)];
  });
}

/** Paths in the inputs of tools, in the order of their first use. */
export function filesOf(events: readonly AgentSessionEvent[]): string[] {
  const paths = events.filter(isCall).flatMap((event) => {
    const { input } = payloadOf(event);
    if (typeof input !== 'object' || input === null) return [];
    return ['path', 'file_path', 'filePath', 'absolute_path'].flatMap((name) => {
      const path = (input as Readonly<Record<string, unknown>>)[name];
      return typeof path === 'string' && path !== '' ? [path] : [];
    });
  });
  return [...new Set(paths)];
}

/** JSON in a readable form; other text as it is. */
export function prettyJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function entryOf(
  event: AgentSessionEvent,
  payload: Payload,
  results: ReadonlyMap<string, ToolResult>,
): TranscriptEntry {
  const { seq, at, kind } = event;
  const text = textOf(payload.text);
  switch (kind) {
    case 'tool_call': {
      const { tool, input, id } = payload;
      return { seq, at, kind: 'tool', tool: textOf(tool), input, result: results.get(textOf(id)) };
    }
    case 'usage':
      return {
        seq,
        at,
        kind,
        model: typeof payload.model === 'string' ? payload.model : null,
        input: Number(payload.input_tokens ?? 0),
        output: Number(payload.output_tokens ?? 0),
        usd: typeof payload.usd === 'number' ? payload.usd : null,
      };
    case 'error':
      return { seq, at, kind, code: codeOf(payload.code), text };
    case 'resumable':
      return { seq, at, kind, id: textOf(payload.id) };
    case 'tool_result':
      return { seq, at, kind: 'output', text };
    default:
      return { seq, at, kind, text };
  }
}

function resultsById(events: readonly AgentSessionEvent[]): ReadonlyMap<string, ToolResult> {
  const results = events.filter(({ kind }) => kind === 'tool_result').map(payloadOf);
  return new Map(
    results.map(({ id, text, is_error: isError }) => [
      textOf(id),
      { text: textOf(text), isError: isError === true },
    ]),
  );
}

function isCall({ kind }: AgentSessionEvent): boolean {
  return kind === 'tool_call';
}

function payloadOf({ payload }: AgentSessionEvent): Payload {
  return typeof payload === 'object' && payload !== null ? payload : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function codeOf(code: unknown): 'sign_in' | 'quota' | 'other' {
  return code === 'sign_in' || code === 'quota' ? code : 'other';
}
