import { newId, redactSecrets } from '@galley/kernel';
import { QuestionRepository, type Question } from '../people/question-repository.ts';
import { runProblems } from '../problems.ts';
import { quoteName } from '../require-workspace.ts';
import { requireIntake, tell, type WorkContext } from './work-context.ts';

export interface QuestionInput {
  readonly text: string;
  readonly choices: readonly string[];
  readonly dueAt?: string | undefined;
}

/** More only bury people in questions. */
const maxOpen = 10;

export class QuestionWork {
  readonly #context: WorkContext;
  readonly #questions: QuestionRepository;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#questions = new QuestionRepository(context.db);
  }

  /** The answer requests a turn of the agent. @throws `run_takes_no_work`, `too_many_questions` */
  async ask({ text, choices, dueAt }: QuestionInput): Promise<Question> {
    const { worker, clock } = this.#context;
    await requireIntake(this.#context);
    const { workspaceId, runId, agentId } = worker;
    if ((await this.#questions.countOpen(runId)) >= maxOpen) {
      throw runProblems.too_many_questions(
        `${maxOpen} questions of this run wait for an answer. Continue with other work, or end your turn.`,
      );
    }
    const askedAt = clock.now();
    const question: Question = {
      id: newId(askedAt.getTime()),
      workspaceId,
      runId,
      agentId,
      text: redactSecrets(text),
      choices: choices.map(redactSecrets),
      dueAt: dueAt === undefined ? null : new Date(dueAt),
      askedAt,
      answer: null,
      answeredBy: null,
      answeredAt: null,
      about: null,
    };
    await this.#questions.insert(question);
    const payload = { question_id: question.id, agent_id: agentId, due_at: dueAt ?? null };
    await tell(this.#context, 'human.question_asked', payload);
    return question;
  }

  /** @throws `question_not_found`, also for a question of another run */
  async get(id: string): Promise<Question> {
    const found = await this.#questions.find(this.#context.worker.runId, id);
    if (found) return found;
    throw runProblems.question_not_found(`Question "${quoteName(id)}" not found in your run.`);
  }
}
