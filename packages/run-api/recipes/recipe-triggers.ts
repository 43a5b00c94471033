import type { Transaction } from '@galley/database';
import { isInPattern, type Clock, type DomainEvent, type DomainEventType } from '@galley/kernel';
import { RecipeRequestRepository, RecipeRunsReadModel } from '@galley/runcoord';
import type { Recipe } from '@galley/settings';
import type { ProjectRecipes } from './project-recipes.ts';

export interface RecipeTriggersOptions {
  readonly recipes: ProjectRecipes;
  readonly clock: Clock;
}

/** Events of a document within this time after the first one start one run. */
export const burstMs = 30_000;

const causes: Readonly<Partial<Record<DomainEventType, 'published' | 'changed'>>> = {
  'document.published': 'published',
  'document.created': 'changed',
  'document.updated': 'changed',
  'document.restored': 'changed',
};

/** Agents write as `agent:<id>`. */
const agentPrefix = 'agent:';

/** Requests runs of recipes for events of documents. `handle` belongs to an `EventConsumer`. */
export class RecipeTriggers {
  readonly #options: RecipeTriggersOptions;

  constructor(options: RecipeTriggersOptions) {
    this.#options = options;
  }

  async handle(transaction: Transaction, events: readonly DomainEvent[]): Promise<void> {
    const relevant = events.filter(
      ({ type, actor }) => causes[type] !== undefined && !actor.startsWith(agentPrefix),
    );
    if (relevant.length === 0) return;
    const { recipes } = await this.#options.recipes.read();
    for (const event of relevant)
      for (const recipe of recipes)
        if (matches(recipe, event) && !(await this.#isOwn(transaction, recipe, event)))
          await this.#request(transaction, recipe, event);
  }

  /** A person who publishes what a run of the recipe wrote does not start the next one. */
  async #isOwn(transaction: Transaction, { name }: Recipe, { data }: DomainEvent) {
    const { document_id: documentId, revision } = data;
    if (typeof documentId !== 'number' || typeof revision !== 'string') return false;
    const runs = new RecipeRunsReadModel(transaction, this.#options.recipes.workspaceId);
    return runs.isOwnRevision(name, { documentId, revision });
  }

  /** A recipe without a document parameter treats events of all documents as one burst. */
  async #request(
    transaction: Transaction,
    { name, parameters }: Recipe,
    { type, subject: path }: DomainEvent,
  ): Promise<void> {
    const { recipes, clock } = this.#options;
    const parameter = parameters.find(({ kind }) => kind === 'document');
    await new RecipeRequestRepository(transaction, recipes.workspaceId).add({
      recipe: name,
      key: parameter ? path : '',
      cause: causes[type]!,
      parameters: parameter ? { [parameter.name]: path } : {},
      dueAt: new Date(clock.now().getTime() + burstMs),
    });
  }
}

function matches({ triggers }: Recipe, { type, subject }: DomainEvent): boolean {
  const trigger = triggers?.[causes[type]!];
  return trigger?.paths.some((pattern) => isInPattern(subject, pattern)) ?? false;
}
