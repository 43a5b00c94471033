import { sql } from 'kysely';
import type { Database } from '@galley/database';
import type { Actor } from '@galley/kernel';
import type { DocumentStatus } from '@galley/editorial';
import { isReadableMatch } from './list-matches-read-model.ts';

/** As written in the frontmatter; `Ink` and `ink` are two rows. */
export interface TermUse {
  readonly name: string;
  readonly lang: string;
  readonly count: number;
}

export interface DescribingDocument {
  readonly path: string;
  readonly lang: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string | null;
  readonly image: string | null;
  readonly status: DocumentStatus;
  readonly isPublic: boolean;
}

export class TermListReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In the working texts that the actor may read. */
  async working(actor: Actor, taxonomy: string): Promise<TermUse[]> {
    const { rows } = await sql<TermUse>`
      select term.name, lang, count(*) as count
      from documents cross join lateral jsonb_array_elements_text(taxonomies -> ${taxonomy}) as term (name)
      where ${isReadableMatch({ actor, query: { pageSize: 0 } })}
      group by term.name, lang
    `.execute(this.#db);
    return rows;
  }

  async published(taxonomy: string): Promise<TermUse[]> {
    const { rows } = await sql<TermUse>`
      select term.name, lang, count(*) as count
      from published_documents
      cross join lateral jsonb_array_elements_text(taxonomies -> ${taxonomy}) as term (name)
      where terms @> array[${taxonomy}]::text[]
      group by term.name, lang
    `.execute(this.#db);
    return rows;
  }

  /** When several documents share an address, the first by path wins, as on the site. */
  async describing(actor: Actor, urls: readonly string[]): Promise<DescribingDocument[]> {
    if (urls.length === 0) return [];
    const { rows } = await sql<DescribingDocument>`
      select distinct on (url) path, lang, url, title, summary, status, public_hash is not null as "isPublic",
        coalesce(params ->> 'image', fields ->> 'image') as image
      from documents
      where url = any(${[...urls]}::text[]) and ${isReadableMatch({ actor, query: { pageSize: 0 } })}
      order by url, path
    `.execute(this.#db);
    return rows;
  }
}
