import { newId } from '@galley/kernel';
import { maxTurnsInVain } from '../run-pauses.ts';
import type { Question } from './question-repository.ts';

/** Other answers are words to the agent, which also resume the run. */
export const progressChoices = { resume: 'Continue', stop: 'Stop the run' } as const;

export interface NoProgress {
  readonly workspaceId: string | null;
  readonly runId: string;
  /** Gets the words of the answer. */
  readonly agentId: string;
  readonly now: Date;
}

/** The coordinator asks it when it pauses a run without progress. */
export function progressQuestion({ workspaceId, runId, agentId, now }: NoProgress): Question {
  return {
    id: newId(now.getTime()),
    workspaceId,
    runId,
    agentId,
    text: `${maxTurnsInVain} turns in a row made no progress. Should ${agentId} continue? Write an answer to give it advice.`,
    choices: Object.values(progressChoices),
    about: 'no_progress',
    dueAt: null,
    askedAt: now,
    answer: null,
    answeredBy: null,
    answeredAt: null,
  };
}
