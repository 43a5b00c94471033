import type { Transaction } from '@galley/database';
import { newId, redactSecrets } from '@galley/kernel';
import { AgentRepository } from '../agent-repository.ts';
import { runProblems } from '../problems.ts';
import { quoteName } from '../require-workspace.ts';
import type { NewRunEvent } from '../run-event.ts';
import { RunRepository } from '../run-repository.ts';
import { isInProgress } from '../transitions.ts';
import { acting, holdRunInProgress, type PeopleOptions, type PersonCommand } from './acting.ts';
import { messageReason } from './message-read-model.ts';
import { QuestionRepository, type Question } from './question-repository.ts';

export interface AnswerCommand extends PersonCommand {
  readonly questionId: string;
  readonly answer: string;
}

export interface MessageCommand extends PersonCommand {
  readonly runId: string;
  readonly agentId: string;
  readonly text: string;
}

/** Answers and messages of people to agents. Each requests a turn, whose reason holds the words. */
export class Conversation {
  readonly #options: PeopleOptions;

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  /** The first of concurrent answers is kept. @throws `workspace_not_found`, `question_not_found`, `already_decided` */
  answer(command: AnswerCommand): Promise<Question> {
    return acting(this.#options, command, async (transaction) => {
      const questions = new QuestionRepository(transaction);
      const question = await holdQuestion(questions, command);
      const at = this.#options.clock.now();
      const answer = redactSecrets(command.answer);
      const by = command.by.username;
      const result = await questions.answer(question.id, { answer, by, at });
      const { id, runId, agentId, text } = question;
      const payload = { question_id: id, agent_id: agentId, answered_by: by };
      const answered: NewRunEvent = { runId, type: 'human.question_answered', payload, at };
      const reason = `${by} answered your question "${text}": ${answer}`;
      const state = await new RunRepository(transaction).holdState(runId);
      const isWaiting = isInProgress(state) || state === 'blocked';
      const turn = isWaiting ? [turnFor(result, reason, at)] : [];
      const details = { run_id: runId, agent_id: agentId };
      const events = [answered, ...turn];
      return { result, act: { action: 'run.answer', target: id, details, events } };
    });
  }

  /** @throws `workspace_not_found`, `run_not_found`, `run_over`, `agent_not_found` */
  message(command: MessageCommand): Promise<void> {
    const { workspaceId, runId, agentId, by } = command;
    return acting(this.#options, command, async (transaction) => {
      await holdRunInProgress(transaction, workspaceId, runId);
      await requireAgent(transaction, agentId);
      const at = this.#options.clock.now();
      const reason = messageReason(by.username, redactSecrets(command.text));
      const message = { id: newId(at.getTime()), runId, agentId, answeredBy: by.username };
      const events = [turnFor(message, reason, at)];
      const details = { run_id: runId };
      return {
        result: undefined,
        act: { action: 'run.message', target: agentId, details, events },
      };
    });
  }
}

function turnFor(
  { id, runId, agentId, answeredBy }: Pick<Question, 'id' | 'runId' | 'agentId' | 'answeredBy'>,
  reason: string,
  at: Date,
): NewRunEvent {
  const payload = { agent_id: agentId, reason, requested_by: answeredBy, subject: id };
  return { runId, type: 'agent.turn_requested', payload, at };
}

async function holdQuestion(
  questions: QuestionRepository,
  { workspaceId, questionId }: AnswerCommand,
): Promise<Question> {
  const found = questionId.includes('\0')
    ? undefined
    : await questions.hold(workspaceId, questionId);
  if (!found) {
    throw runProblems.question_not_found(
      `Question "${quoteName(questionId)}" not found in the workspace "${workspaceId}".`,
    );
  }
  if (found.answeredAt === null) return found;
  throw runProblems.already_decided(`${found.answeredBy} has already answered the question.`);
}

/** @throws `agent_not_found`, also for a disabled agent */
export async function requireAgent(transaction: Transaction, agentId: string): Promise<void> {
  const isKnown =
    !agentId.includes('\0') && (await new AgentRepository(transaction).isEnabled(agentId));
  if (isKnown) return;
  throw runProblems.agent_not_found(
    `Agent "${quoteName(agentId)}" not found. Agents are configured in coordinator.agents.`,
  );
}
