/**
 * How the command ends: `done`, `failed` (a defect, or an answer that nobody can make sense of), `misused` (options or
 * environment), `refused` (the turn or the run is over, the token has ended), `unreachable` (the coordinator does not
 * answer), `stopped` (SIGTERM, at a safe point; the turn is not completed).
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

/** What ends the agent before its turn is done, in words for whoever reads its log. */
export class AgentFailure extends Error {
  readonly ending: Ending;

  constructor(ending: Ending, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AgentFailure';
    this.ending = ending;
  }
}
