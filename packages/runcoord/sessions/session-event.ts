/** A part of an agent's output, in a form common to all adapters. Texts are redacted before they are stored. */
export type SessionEvent =
  | { readonly kind: 'prompt' | 'message' | 'thinking'; readonly text: string }
  | {
      readonly kind: 'tool_call';
      readonly id: string;
      readonly tool: string;
      readonly input: unknown;
    }
  | {
      readonly kind: 'tool_result';
      /** Id of the call. */
      readonly id: string;
      readonly text: string;
      readonly isError: boolean;
    }
  /** Since the usage event before. */
  | { readonly kind: 'usage'; readonly usage: SessionUsage }
  | { readonly kind: 'error'; readonly code: SessionErrorCode; readonly text: string }
  /** The id by which the program can resume its own session. */
  | { readonly kind: 'resumable'; readonly id: string }
  /** A line that is no event of the program. */
  | { readonly kind: 'output'; readonly text: string };

export interface SessionUsage {
  readonly model: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null when the program does not report it. */
  readonly usd: number | null;
}

/** `sign_in`: the program has no valid account. `quota`: its provider refuses further use for now. */
export type SessionErrorCode = 'sign_in' | 'quota' | 'other';
