import { sql, type Expression, type SqlBool } from 'kysely';
import type { Database } from '@galley/database';
import { reach, type Actor } from '@galley/kernel';
import { ownedBy } from './ownership-read-model.ts';
import type { WorkingCopy, WorkingCopySummary } from './working-copy.ts';

export interface FoundWorkingCopy {
  readonly documentId: number;
  readonly copy: WorkingCopy | undefined;
}

const isStale = sql<boolean>`documents.revision is distinct from working_copies.base_revision`;

/** Never working copies of others. */
export class WorkingCopyReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A living document wins, then the last deleted. Undefined when the actor may read none. */
  async find(actor: Actor, path: string): Promise<FoundWorkingCopy | undefined> {
    const row = await this.#documents()
      .leftJoin('working_copies', (join) =>
        join
          .onRef('working_copies.document_id', '=', 'documents.id')
          .on('working_copies.username', '=', actor.username),
      )
      .select([
        'documents.id',
        'documents.path',
        'working_copies.content',
        'working_copies.frontmatter',
        'working_copies.base_revision as baseRevision',
        'working_copies.saved_at as savedAt',
        isStale.as('isStale'),
      ])
      .where((or) => or.or([or('documents.path', '=', path), or('trash.path', '=', path)]))
      .where(readableBy(actor))
      .orderBy('documents.deleted_at', (order) => order.desc().nullsFirst())
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    const { id, content, savedAt, ...rest } = row;
    const copy =
      content === null || savedAt === null
        ? undefined
        : { ...rest, content, savedAt, draftKey: null };
    return { documentId: id, copy };
  }

  async findDraft({ username }: Actor, draftKey: string): Promise<WorkingCopy | undefined> {
    const row = await this.#db
      .selectFrom('working_copies')
      .select(['content', 'frontmatter', 'base_revision as baseRevision', 'saved_at as savedAt'])
      .where('document_id', 'is', null)
      .where('username', '=', username)
      .where('draft_key', '=', draftKey)
      .executeTakeFirst();
    return row && { ...row, path: null, draftKey, isStale: false };
  }

  /** Omits documents that the actor may no longer read. */
  async list(actor: Actor, limit: number): Promise<WorkingCopySummary[]> {
    return this.#db
      .selectFrom('working_copies')
      .leftJoin('documents', 'documents.id', 'working_copies.document_id')
      .leftJoin('trash', (join) =>
        join.onRef('trash.document_id', '=', 'documents.id').on('trash.state', '<>', 'leaving'),
      )
      .select([
        'documents.path',
        'draft_key as draftKey',
        sql<string | null>`coalesce(working_copies.title, documents.title)`.as('title'),
        'base_revision as baseRevision',
        'saved_at as savedAt',
        sql<boolean>`documents.id is not null and ${isStale}`.as('isStale'),
        sql<boolean>`documents.deleted_at is not null`.as('isGone'),
        'trash.path as trashPath',
      ])
      .where('username', '=', actor.username)
      .where((or) => or.or([or('working_copies.document_id', 'is', null), readableBy(actor)]))
      .orderBy('saved_at', 'desc')
      .orderBy('working_copies.id', 'desc')
      .limit(limit)
      .execute();
  }

  #documents() {
    return this.#db
      .selectFrom('documents')
      .leftJoin('trash', (join) =>
        join.onRef('trash.document_id', '=', 'documents.id').on('trash.state', '<>', 'leaving'),
      );
  }
}

function readableBy(actor: Actor): Expression<SqlBool> {
  const reached = reach(actor, 'documents.read');
  if (reached === 'own') return ownedBy(actor.username);
  return sql<boolean>`${sql.lit(reached === 'all')}`;
}
