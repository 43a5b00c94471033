import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { FieldName } from '@galley/kernel';
import type { FieldColumns } from './document-columns.ts';

type Json<T> = ColumnType<T, string, string>;

export interface PublishedDocumentsTable extends FieldColumns<FieldName<'public'>> {
  document_id: number;
  path: string;
  public_id: string;
  translation_key: string;
  type: string;
  lang: string;
  /** Sort key of lists: the document's own date, else the day it was created or published. */
  date: Date;
  has_own_date: boolean;
  /** `tags` and `tags:letterpress` for every taxonomy and term, for look-ups. */
  terms: string[];
  body: string;
  hash: string;
  revision: string;
  published_at: Date;
  version: Generated<number>;
  aliases: string[];
  /** Display name of the author; written by triggers. */
  author_name: Generated<string | null>;
  /** Hashes of the approved profile pictures of the byline, by name; written by triggers. */
  author_pictures: Generated<Readonly<Record<string, string>>>;
}

/** Terms of public documents; written by triggers of `published_documents`. */
export interface PublicTermsTable {
  document_id: number;
  lang: string;
  term: string;
  date: Date;
  path: string;
}

/** Search words of public documents, as in `document_search`; follows it by triggers. */
export interface PublicSearchTable {
  document_id: number;
  version: number;
  config: string;
  head: string;
  everything: string;
  lang: string;
  type: string;
  date: Date;
  is_listed: boolean;
}

/** Former addresses of public documents; written by triggers of `published_documents`. */
export interface FormerAddressesTable {
  url: string;
  document_id: number;
  left_at: Date;
}

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
  public_search: PublicSearchTable;
  public_terms: PublicTermsTable;
  former_addresses: FormerAddressesTable;
  builds: BuildsTable;
}

export type PublishedRow = Selectable<PublishedDocumentsTable>;
export type NewPublishedRow = Insertable<PublishedDocumentsTable>;
