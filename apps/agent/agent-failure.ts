/**
 * Exit codes by reason: `done`, `failed` (a defect, or an unreadable response), `misused` (options or environment),
 * `refused` (the turn or the run is over, or the token has expired), `unreachable` (the coordinator does not respond),
 * `stopped` (SIGTERM, at a safe point; the turn is not completed).
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

/** Error that ends the agent before its turn is done; the message is written for readers of the log. */
export class AgentFailure extends Error {
  readonly ending: Ending;

  constructor(ending: Ending, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AgentFailure';
    this.ending = ending;
  }
}
