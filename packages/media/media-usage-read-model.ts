import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { reach, type Actor } from '@galley/kernel';
import { resolvesTo, startsWithSpelling, respelledPattern, listSpellings } from './mentions.ts';

export interface MediaUse {
  readonly path: string;
  readonly title: string;
  readonly type: string;
  readonly lang: string;
  readonly status: string;
  /** In the working version. */
  readonly isInText: boolean;
  readonly isPublic: boolean;
}

interface UseRow extends Omit<MediaUse, 'isInText' | 'isPublic'> {
  readonly rest: string;
  readonly is_head: boolean;
  readonly is_public: boolean;
}

/** Recorded by a trigger on the document history. */
export class MediaUsageReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Documents that the actor may read, ordered by path. */
  async find(actor: Actor, path: string): Promise<MediaUse[]> {
    const scope = reach(actor, 'documents.read');
    if (scope === 'none') return [];
    const readable =
      scope === 'all'
        ? sql`true`
        : sql`(author = ${actor.username} or assignee = ${actor.username})`;
    return this.#find(path, readable);
  }

  /** Regardless of permissions. */
  async count(path: string): Promise<number> {
    return (await this.#find(path, sql`true`)).length;
  }

  /** True when a published, approved or reviewed version uses the file. */
  async isPublic(path: string): Promise<boolean> {
    const spellings = listSpellings(path);
    const { rows } = await sql<{ rest: string }>`
      select distinct rest
      from media_mentions join documents on documents.id = document_id
      where ((${startsWithAny(spellings)}) or rest ~ ${respelledPattern}) and deleted_at is null
        and (hash = public_hash
          or (hash = head_hash and (approved_revision = revision or status = 'in_review')))
    `.execute(this.#db);
    return rows.some(({ rest }) => resolvesTo(rest, path));
  }

  async #find(path: string, condition: ReturnType<typeof sql>): Promise<MediaUse[]> {
    const spellings = listSpellings(path);
    const { rows } = await sql<UseRow>`
      select path, title, type, lang, status, rest,
        hash = head_hash as is_head, hash is not distinct from public_hash as is_public
      from media_mentions join documents on documents.id = document_id
      where (${startsWithAny(spellings)}) and hash in (head_hash, public_hash)
        and deleted_at is null and ${condition}
      order by path
    `.execute(this.#db);
    const uses = new Map<string, MediaUse>();
    for (const { rest, is_head, is_public, ...document } of rows) {
      if (!startsWithSpelling(rest, spellings)) continue;
      const existing = uses.get(document.path);
      uses.set(document.path, {
        ...document,
        isInText: is_head || existing?.isInText === true,
        isPublic: is_public || existing?.isPublic === true,
      });
    }
    return [...uses.values()];
  }
}

/** Uses the index. */
function startsWithAny(spellings: readonly string[]) {
  const ranges = spellings.map((one) => sql`(rest >= ${one} and rest < ${one + lastCharacter})`);
  return sql.join(ranges, sql` or `);
}

/** Sorts after every other character in byte order. */
const lastCharacter = '\u{10FFFF}';
