import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { digestOf } from './published-digest-read-model.ts';
import { PublishedReadModel } from './published-read-model.ts';
import { PublishedTextsReadModel } from './published-texts-read-model.ts';
import { summaryColumns, summaryFrom } from './published-rows.ts';
import type {
  PublishedPage,
  PublishedQuery,
  PublishedReader,
  PublishedSummary,
  TermCount,
} from './published.ts';

/** Valid until the end of its transaction. */
export interface PublishedSnapshot {
  readonly documents: readonly PublishedSummary[];
  readonly digest: string;
  readonly movedAddresses: readonly string[];
  readonly reader: PublishedReader;
  readonly texts: Pick<PublishedTextsReadModel, 'read' | 'stems'>;
}

/** `transaction` must be `repeatable read`. */
export async function takePublishedSnapshot(transaction: Database): Promise<PublishedSnapshot> {
  const documents = await readAll(transaction);
  return {
    documents,
    digest: digestOf(documents),
    movedAddresses: await readMovedAddresses(transaction),
    reader: new SnapshotReadModel(transaction),
    texts: new PublishedTextsReadModel(transaction),
  };
}

export class SnapshotReadModel extends PublishedReadModel {
  readonly #blocks = new Map<string, Promise<PublishedPage>>();
  readonly #terms = new Map<string, Promise<TermCount[]>>();

  /** Builds go through all pages of a list in order, so rows are read in blocks of many pages. */
  override async list({ page, pageSize, ...query }: PublishedQuery): Promise<PublishedPage> {
    const pages = Math.max(1, Math.floor(blockRows / pageSize));
    const block = { ...query, page: Math.ceil(page / pages), pageSize: pages * pageSize };
    const { items, total } = await memoize(this.#blocks, block, () => super.list(block));
    const start = ((page - 1) % pages) * pageSize;
    return { items: items.slice(start, start + pageSize), total };
  }

  override async findTerm(taxonomy: string, lang: string, slug: string) {
    return (await this.terms(taxonomy, lang)).find((term) => term.slug === slug);
  }

  override terms(taxonomy: string, lang: string): Promise<TermCount[]> {
    return memoize(this.#terms, [taxonomy, lang], () => super.terms(taxonomy, lang));
  }
}

const blockRows = 500;

/** Bounds memory: a block takes about 1 MB. */
const maxCachedAnswers = 50;

function memoize<Answer>(
  known: Map<string, Promise<Answer>>,
  question: unknown,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const key = JSON.stringify(question);
  let answer = known.get(key);
  if (!answer) {
    answer = ask();
    if (known.size >= maxCachedAnswers) known.clear();
    known.set(key, answer);
  }
  return answer;
}

async function readAll(db: Database): Promise<readonly PublishedSummary[]> {
  const rows = await db
    .selectFrom('published_documents')
    .select(summaryColumns)
    .orderBy('path')
    .execute();
  return rows.map(summaryFrom);
}

async function readMovedAddresses(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ url: string }>`
    select former.url
    from former_addresses as former join published_documents as open using (document_id)
    where former.url <> open.url
    union
    select alias from published_documents, unnest(aliases) as alias where aliases <> '{}'
    order by 1
  `.execute(db);
  return rows.map(({ url }) => url);
}
