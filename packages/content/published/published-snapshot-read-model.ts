import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { digestOf } from './published-digest-read-model.ts';
import { PublishedReadModel } from './published-read-model.ts';
import { summaryColumns, summaryFrom } from './published-rows.ts';
import type {
  PublishedPage,
  PublishedQuery,
  PublishedReader,
  PublishedSummary,
  TermCount,
} from './published.ts';

/** The public documents at one moment. Valid until the transaction it was taken in ends. */
export interface PublishedSnapshot {
  readonly documents: readonly PublishedSummary[];
  /** Identifies these documents in these versions. */
  readonly digest: string;
  /** Former addresses and aliases that lead to a document. */
  readonly movedAddresses: readonly string[];
  readonly reader: PublishedReader;
}

/** Reads all summaries in `transaction`, which must be `repeatable read`. */
export async function takePublishedSnapshot(transaction: Database): Promise<PublishedSnapshot> {
  const documents = await readAll(transaction);
  return {
    documents,
    digest: digestOf(documents),
    movedAddresses: await readMovedAddresses(transaction),
    reader: new SnapshotReadModel(transaction),
  };
}

/** Reads of one snapshot, with the answers that most pages need (first pages of lists, terms) cached. */
export class SnapshotReadModel extends PublishedReadModel {
  readonly #firstPages = new Map<string, Promise<PublishedPage>>();
  readonly #terms = new Map<string, Promise<TermCount[]>>();

  override list(query: PublishedQuery): Promise<PublishedPage> {
    // Menus and sidebars of every page show first pages; later ones are requested once.
    if (query.page !== 1) return super.list(query);
    return memoize(this.#firstPages, query, () => super.list(query));
  }

  override terms(taxonomy: string, lang: string): Promise<TermCount[]> {
    return memoize(this.#terms, [taxonomy, lang], () => super.terms(taxonomy, lang));
  }
}

/** Bounds memory: a page of a list holds up to 100 documents. */
const maxCachedAnswers = 200;

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
