import type { Transaction } from '@galley/database';
import { progressQuestion } from './people/progress-question.ts';
import { QuestionRepository } from './people/question-repository.ts';
import type { NewRunEvent } from './run-event.ts';
import type { Pause } from './run-pauses.ts';
import { RunRepository } from './run-repository.ts';

export interface PausedRun {
  readonly runId: string;
  readonly workspaceId: string | null;
  /** The agent whose turns made no progress; a person is asked about it. */
  readonly agentId: string | undefined;
  readonly now: Date;
}

/** The caller has locked the active run, and appends the returned events. */
export async function pauseRun(
  transaction: Transaction,
  { reason, detail }: Pause,
  { runId, workspaceId, agentId, now }: PausedRun,
): Promise<NewRunEvent[]> {
  const move = { id: runId, from: 'active', to: 'paused-intake', reason, detail, now };
  await new RunRepository(transaction).move(move);
  const paused: NewRunEvent = {
    runId,
    type: 'orchestrator.paused',
    payload: { reason, detail },
    at: now,
  };
  if (reason !== 'no_progress' || agentId === undefined) return [paused];
  const question = progressQuestion({ workspaceId, runId, agentId, now });
  await new QuestionRepository(transaction).insert(question);
  const payload = { question_id: question.id, agent_id: agentId, due_at: null };
  return [paused, { runId, type: 'human.question_asked', payload, at: now }];
}
