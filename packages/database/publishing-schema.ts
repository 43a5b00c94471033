import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { FieldName } from '@galley/kernel';
import type { FieldColumns } from './document-columns.ts';

/** A `jsonb` column: any JSON value out, JSON text in. */
type Json<T> = ColumnType<T, string, string>;

/** What the public sees: one row a public document, made from the bytes of its public revision. */
export interface PublishedDocumentsTable extends FieldColumns<FieldName<'public'>> {
  document_id: number;
  path: string;
  public_id: string;
  translation_key: string;
  type: string;
  lang: string;
  /** What lists are sorted by: the document's own date, or else the day it was made or published. */
  date: Date;
  /** Whether `date` is the document's own. */
  has_own_date: boolean;
  /** `tags` and `tags:letterpress` for every taxonomy and term, for look-ups. */
  terms: string[];
  body: string;
  hash: string;
  revision: string;
  published_at: Date;
  /** Another at each change of the row. */
  version: Generated<number>;
  /** Addresses that the document claims besides its own. */
  aliases: string[];
}

/** Each term of each public document; written by triggers of `published_documents`. */
export interface PublicTermsTable {
  document_id: number;
  lang: string;
  /** As in `terms` of the document: `tags`, `tags:letterpress`. */
  term: string;
  date: Date;
  path: string;
}

/** Addresses at which documents were public once; written by triggers of `published_documents`. */
export interface FormerAddressesTable {
  url: string;
  document_id: number;
  left_at: Date;
}

/** Builds of the static output, the last hundred. */
export interface BuildsTable {
  id: string;
  status: 'queued' | 'building' | 'done' | 'failed';
  reason: string;
  requested_by: string | null;
  is_full: Generated<boolean>;
  requested_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  result: Json<Record<string, unknown>> | null;
  error: string | null;
  log: ColumnType<unknown[], string | undefined, string>;
}

export interface PublishingSchema {
  published_documents: PublishedDocumentsTable;
  public_terms: PublicTermsTable;
  former_addresses: FormerAddressesTable;
  builds: BuildsTable;
}

export type PublishedRow = Selectable<PublishedDocumentsTable>;
export type NewPublishedRow = Insertable<PublishedDocumentsTable>;
