import type { Transaction } from '@galley/database';
import { newId, redactSecrets } from '@galley/kernel';
import { AgentRepository } from '../agent-repository.ts';
import { runProblems } from '../problems.ts';
import { quoteName, requireFound } from '../require-workspace.ts';
import type { NewRunEvent } from '../run-event.ts';
import type { RunControlService } from '../run-control.ts';
import { RunRepository } from '../run-repository.ts';
import { isInProgress } from '../transitions.ts';
import { acting, holdRunInProgress, type PeopleOptions, type PersonCommand } from './acting.ts';
import { messageReason } from './message-read-model.ts';
import { progressChoices } from './progress-question.ts';
import { QuestionRepository, type Question } from './question-repository.ts';

export interface AnswerCommand extends PersonCommand {
  readonly questionId: string;
  readonly answer: string;
  /** Whether the person may resume and stop runs. */
  readonly mayControl: boolean;
}

export interface ConversationOptions extends PeopleOptions {
  readonly control: RunControlService;
}

export interface MessageCommand extends PersonCommand {
  readonly runId: string;
  readonly agentId: string;
  readonly text: string;
}

/** Answers and messages of people to agents. Each requests a turn, whose reason holds the words. */
export class Conversation {
  readonly #options: ConversationOptions;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  /**
   * The first of concurrent answers is kept. The answer to a question of the coordinator resumes or stops the run.
   * @throws `workspace_not_found`, `question_not_found`, `already_decided`, `run_control_required`
   */
  answer(command: AnswerCommand): Promise<Question> {
    return acting(this.#options, command, async (transaction) => {
      const questions = new QuestionRepository(transaction);
      const { question, state } = await holdQuestion(transaction, command);
      const at = this.#options.clock.now();
      const answer = redactSecrets(command.answer);
      const by = command.by.username;
      const result = await questions.answer(question.id, { answer, by, at });
      const { id, runId, agentId, text } = question;
      const payload = { question_id: id, agent_id: agentId, answered_by: by };
      const answered: NewRunEvent = { runId, type: 'human.question_answered', payload, at };
      const isChoice = question.about !== null && question.choices.includes(answer);
      const isWaiting = isInProgress(state) || state === 'blocked';
      if (question.about !== null) await this.#decideRun(transaction, question, command);
      const reason = `${by} answered your question "${text}": ${answer}`;
      const turn = isWaiting && !isChoice ? [turnFor(result, reason, at)] : [];
      const details = { run_id: runId, agent_id: agentId };
      const events = [answered, ...turn];
      return { result, act: { action: 'run.answer', target: id, details, events } };
    });
  }

  async #decideRun(
    transaction: Transaction,
    { runId }: Question,
    { workspaceId, answer, by, mayControl }: AnswerCommand,
  ): Promise<void> {
    if (!mayControl) {
      throw runProblems.run_control_required(
        'The answer resumes or stops the run, for which you need the permission to control runs.',
      );
    }
    const action = answer === progressChoices.stop ? 'stop' : 'resume';
    const command = { workspaceId, action, reason: answer, by } as const;
    await this.#options.control.controlHeld(transaction, runId, command);
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
  const payload = {
    agent_id: agentId,
    reason,
    requested_by: answeredBy,
    subject: id,
    message_id: id,
  };
  return { runId, type: 'agent.turn_requested', payload, at };
}

/** Locks the run first, like everything else that locks both. */
async function holdQuestion(
  transaction: Transaction,
  { workspaceId, questionId }: AnswerCommand,
): Promise<{ readonly question: Question; readonly state: string }> {
  const questions = new QuestionRepository(transaction);
  const wanted = { workspaceId, kind: 'Question', id: questionId };
  const { found, state } = await requireFound(
    { ...wanted, problem: runProblems.question_not_found },
    async () => {
      const runId = await questions.findRun(workspaceId, questionId);
      if (runId === undefined) return undefined;
      const held = await new RunRepository(transaction).holdState(runId, 'to change it');
      const question = await questions.hold(workspaceId, questionId);
      return question && { found: question, state: held };
    },
  );
  if (found.answeredAt === null) return { question: found, state };
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
