import { newId } from '@galley/kernel';
import { runProblems } from '../problems.ts';
import type { Page, PageRequest } from '../record-page.ts';
import {
  DeliberationRepository,
  type Deliberation,
  type DeliberationPost,
} from '../deliberation-repository.ts';
import { quoteName } from '../require-workspace.ts';
import { tell, type WorkContext } from './work-context.ts';
import { workPage } from './work-page.ts';

const open: readonly string[] = ['active', 'running'];

export class DeliberationWork {
  readonly #context: WorkContext;
  readonly #deliberations: DeliberationRepository;

  constructor(context: WorkContext) {
    this.#context = context;
    this.#deliberations = new DeliberationRepository(context.db);
  }

  async open(topic: string): Promise<Deliberation> {
    const { worker, clock } = this.#context;
    const now = clock.now();
    const opened: Deliberation = {
      id: newId(now.getTime()),
      topic,
      status: 'active',
      workspaceId: worker.workspaceId,
      runId: worker.runId,
      createdBy: worker.agentId,
      createdAt: now,
      updatedAt: now,
    };
    await this.#deliberations.insert(opened);
    await this.#tell('deliberation.opened', opened.id, { topic });
    return opened;
  }

  /** @throws `deliberation_not_found`, `deliberation_closed`. */
  async post(id: string, body: string): Promise<DeliberationPost> {
    const { worker, clock } = this.#context;
    await this.#holdOpen(id);
    const postedAt = clock.now();
    const said = { deliberationId: id, agentId: worker.agentId, body, postedAt };
    const post = { id: newId(postedAt.getTime()), ...said };
    await this.#deliberations.addPost(post);
    await this.#tell('deliberation.posted', id, { post_id: post.id });
    return post;
  }

  /** @throws `deliberation_not_found`, `deliberation_closed`, and `not_yours` for others than its creator. */
  async close(id: string): Promise<Deliberation> {
    const { worker, clock } = this.#context;
    const { createdBy } = await this.#holdOpen(id);
    if (createdBy !== worker.agentId) {
      throw runProblems.not_yours(`Only ${createdBy}, who opened the deliberation, can close it.`);
    }
    const closed = await this.#deliberations.setStatus(id, 'closed', clock.now());
    await this.#tell('deliberation.closed', id);
    return closed;
  }

  /** @throws `deliberation_not_found`. */
  async get(id: string, query: PageRequest) {
    const deliberation = this.#required(
      await this.#deliberations.find(this.#context.worker.runId, id),
      id,
    );
    const posts: Page<DeliberationPost> = await workPage(query, {
      list: (page) => this.#deliberations.listPosts(id, page),
      has: (post) => this.#deliberations.hasPost(id, post),
    });
    return { deliberation, posts };
  }

  async #holdOpen(id: string): Promise<Deliberation> {
    const { runId } = this.#context.worker;
    const found = this.#required(await this.#deliberations.hold(runId, id), id);
    if (open.includes(found.status)) return found;
    throw runProblems.deliberation_closed(
      `The deliberation is ${quoteName(found.status)}. Open another one to continue.`,
    );
  }

  #required(found: Deliberation | undefined, id: string): Deliberation {
    if (found) return found;
    throw runProblems.deliberation_not_found(
      `Deliberation "${quoteName(id)}" not found in your run. See the deliberation.opened events.`,
    );
  }

  #tell(
    type: 'deliberation.opened' | 'deliberation.posted' | 'deliberation.closed',
    id: string,
    more: object = {},
  ): Promise<void> {
    const payload = { deliberation_id: id, agent_id: this.#context.worker.agentId, ...more };
    return tell(this.#context, type, payload);
  }
}
