/**
 * `failed`: a defect or an unreadable response; `misused`: options or environment; `refused`: turn, run or token has
 * ended; `stopped`: SIGTERM at a safe point, without completing the turn.
 */
export const exitCodes = {
  done: 0,
  failed: 1,
  misused: 2,
  refused: 3,
  unreachable: 75,
  stopped: 143,
} as const;

export type Ending = keyof typeof exitCodes;

export class AgentFailure extends Error {
  readonly ending: Ending;

  constructor(ending: Ending, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AgentFailure';
    this.ending = ending;
  }
}
