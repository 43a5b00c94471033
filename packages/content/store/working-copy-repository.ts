import type { Database, Transaction } from '@galley/database';
import type { UnsavedText, WorkingCopyKey } from './working-copy.ts';

export interface NewWorkingCopy extends UnsavedText {
  readonly baseRevision: string | null;
  readonly savedAt: Date;
}

/** At most one for each user and document or draft key. */
export class WorkingCopyRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async store(key: WorkingCopyKey, copy: NewWorkingCopy): Promise<void> {
    const { content, frontmatter, baseRevision, savedAt } = copy;
    const values = {
      content,
      frontmatter: frontmatter && JSON.stringify(frontmatter),
      title: titleIn(frontmatter),
      base_revision: baseRevision,
      saved_at: savedAt,
    };
    await this.#db
      .insertInto('working_copies')
      .values({ ...keyColumns(key), ...values })
      .onConflict((conflict) =>
        conflict.columns(['document_id', 'username', 'draft_key']).doUpdateSet(values),
      )
      .execute();
  }

  removal(key: WorkingCopyKey) {
    const { username, document_id, draft_key } = keyColumns(key);
    return this.#db
      .deleteFrom('working_copies')
      .where('username', '=', username)
      .where('document_id', document_id === null ? 'is' : '=', document_id)
      .where('draft_key', draft_key === null ? 'is' : '=', draft_key);
  }

  async removeBeyond(username: string, most: number): Promise<void> {
    await this.#db
      .deleteFrom('working_copies')
      .where((row) =>
        row(
          // Compares the time as well, so that a copy stored again in the meantime is kept.
          row.refTuple('id', 'saved_at'),
          'in',
          row
            .selectFrom('working_copies')
            .select(['id', 'saved_at'])
            .where('username', '=', username)
            .orderBy('saved_at', 'desc')
            .orderBy('id', 'desc')
            .offset(most)
            .$asTuple('id', 'saved_at'),
        ),
      )
      .execute();
  }

  async removeOld(before: Date, limit: number): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('working_copies')
      // Repeats the condition on the row itself, because its owner may have stored another text in the meantime.
      .where('saved_at', '<', before)
      .where('id', 'in', (copies) =>
        copies
          .selectFrom('working_copies')
          .select('id')
          .where('saved_at', '<', before)
          .orderBy('saved_at')
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}

function keyColumns({ username, documentId, draftKey }: WorkingCopyKey) {
  return { username, document_id: documentId ?? null, draft_key: draftKey ?? null };
}

/** PostgreSQL accepts NUL in `json`, but not in `text`. */
function titleIn(frontmatter: UnsavedText['frontmatter']): string | null {
  const title = frontmatter?.['title'];
  return typeof title === 'string' && title !== '' ? title.replaceAll('\0', '') : null;
}
