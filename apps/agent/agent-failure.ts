/**
 * `failed`: a defect, a limit or an unreadable response; `misused`: options or environment; `refused`: turn, run or
 * token has ended; `model`: the model could not be used; `stopped`: a signal, without completing the turn.
 */
export const exitCodes = {
  done: 0,
  failed: 1,
  misused: 2,
  refused: 3,
  model: 4,
  unreachable: 75,
  stopped: 143,
} as const;

export type Ending = keyof typeof exitCodes;

/** As in the `error` events that programs print. `sign_in` and `quota` are for people to solve. */
export type ErrorCode = 'sign_in' | 'quota' | 'other';

export class AgentFailure extends Error {
  readonly ending: Ending;
  readonly code: ErrorCode;

  constructor(
    ending: Ending,
    message: string,
    { code = 'other', ...options }: ErrorOptions & { readonly code?: ErrorCode } = {},
  ) {
    super(message, options);
    this.name = 'AgentFailure';
    this.ending = ending;
    this.code = code;
  }
}
