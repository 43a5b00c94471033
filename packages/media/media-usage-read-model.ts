import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { reach, type Actor } from '@galley/kernel';
import { leadsTo, mentions, respelled, spellingsOf } from './mentions.ts';

/** A document that names a file. */
export interface MediaUse {
  readonly path: string;
  readonly title: string;
  readonly type: string;
  readonly lang: string;
  readonly status: string;
  /** Whether the document as it is being worked on names it. */
  readonly isInText: boolean;
  /** Whether what is public of the document does. */
  readonly isPublic: boolean;
}

interface UseRow extends Omit<MediaUse, 'isInText' | 'isPublic'> {
  readonly rest: string;
  readonly is_head: boolean;
  readonly is_public: boolean;
}

/** Which documents name which files, as the trigger of the history has taken it down. */
export class MediaUsageReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Those that the actor may read, by path. */
  async find(actor: Actor, path: string): Promise<MediaUse[]> {
    const reached = reach(actor, 'documents.read');
    if (reached === 'none') return [];
    const readable =
      reached === 'all'
        ? sql`true`
        : sql`(author = ${actor.username} or assignee = ${actor.username})`;
    return this.#find(path, readable);
  }

  /** How many there are, whoever may read them. */
  async count(path: string): Promise<number> {
    return (await this.#find(path, sql`true`)).length;
  }

  /** Whether what is public, or approved and so may be published at any time, names the file. */
  async isPublic(path: string): Promise<boolean> {
    const spellings = spellingsOf(path);
    const { rows } = await sql<{ rest: string }>`
      select distinct rest
      from media_mentions join documents on documents.id = document_id
      where ((${rangesOf(spellings)}) or rest ~ ${respelled}) and deleted_at is null
        and (hash = public_hash or (hash = head_hash and approved_revision = revision))
    `.execute(this.#db);
    return rows.some(({ rest }) => leadsTo(rest, path));
  }

  async #find(path: string, condition: ReturnType<typeof sql>): Promise<MediaUse[]> {
    const spellings = spellingsOf(path);
    const { rows } = await sql<UseRow>`
      select path, title, type, lang, status, rest,
        hash = head_hash as is_head, hash is not distinct from public_hash as is_public
      from media_mentions join documents on documents.id = document_id
      where (${rangesOf(spellings)}) and hash in (head_hash, public_hash)
        and deleted_at is null and ${condition}
      order by path
    `.execute(this.#db);
    const uses = new Map<string, MediaUse>();
    for (const { rest, is_head, is_public, ...document } of rows) {
      if (!mentions(rest, spellings)) continue;
      const before = uses.get(document.path);
      uses.set(document.path, {
        ...document,
        isInText: is_head || before?.isInText === true,
        isPublic: is_public || before?.isPublic === true,
      });
    }
    return [...uses.values()];
  }
}

/** Mentions that begin with one of the spellings, found by the index. */
function rangesOf(spellings: readonly string[]) {
  const ranges = spellings.map((one) => sql`(rest >= ${one} and rest < ${one + lastCharacter})`);
  return sql.join(ranges, sql` or `);
}

/** Behind every other in the order of bytes. */
const lastCharacter = '\u{10FFFF}';
