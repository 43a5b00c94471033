import type { SessionEvent } from '@galley/runcoord';
import type { Adapter } from '../supervisor/adapters/index.ts';
import type { ProgramOutput } from './run-program.ts';

export interface TrialProblem {
  /** Undefined if the end of the trial does not tell. */
  readonly isSignedIn?: boolean;
  readonly text: string;
}

/** `undefined` if the program answered and reached the tools. */
export function findTrialProblem(
  adapter: Adapter,
  { exitCode, lines }: ProgramOutput,
  isConnected: boolean,
): TrialProblem | undefined {
  const events = lines.flatMap((line) => adapter.parse(line));
  const said = lastWords(events);
  if (exitCode === 0) return answerProblem(events, isConnected);
  const code = events.findLast((event) => event.kind === 'error')?.code;
  if (code === 'sign_in')
    return { isSignedIn: false, text: `It is not signed in (${said}). ${adapter.signInHelp}` };
  if (code === 'quota') return { text: `Its provider refuses further use: ${said}` };
  const end = exitCode === null ? 'did not end in time' : `failed with exit code ${exitCode}`;
  return { text: `The trial turn ${end}: ${said}` };
}

function answerProblem(
  events: readonly SessionEvent[],
  isConnected: boolean,
): TrialProblem | undefined {
  if (!events.some(({ kind }) => kind === 'message'))
    return { text: `The trial turn ended without an answer: ${lastWords(events)}` };
  if (isConnected) return undefined;
  return { isSignedIn: true, text: 'The program answered, but did not connect to the tools.' };
}

function lastWords(events: readonly SessionEvent[]): string {
  const error = events.findLast((event) => event.kind === 'error');
  const output = events.findLast((event) => event.kind === 'output');
  return (error ?? output)?.text ?? 'it printed nothing';
}
