import type { DocumentRow, NewFieldColumns, NewPublishedRow } from '@galley/database';
import type { DocumentStatus, EditorialFacts } from '@galley/editorial';
import {
  fieldNames,
  propertyOf,
  type DocumentFields,
  type FieldName,
  type FieldType,
  type FieldValues,
} from '@galley/kernel';
import { aliasesOf } from '../document/aliases.ts';
import type {
  DocumentMetadata,
  DocumentLocation,
  IndexedDocument,
  ReadDocument,
  SummarizedDocument,
} from '../document/document.ts';
import type { SourceProblem } from '../document/frontmatter/source-problem.ts';
import { termSlug } from '../document/term-slug.ts';

const allFields = fieldNames('type');
const summaryFields = fieldNames('working', 'list');

const stateColumns = {
  id: true,
  path: true,
  public_id: true,
  type: true,
  lang: true,
  status: true,
  revision: true,
  head_hash: true,
  public_hash: true,
  published_revision: true,
  published_at: true,
  problem: true,
  file_hash: true,
  file_size: true,
  file_mtime_ms: true,
  materialised: true,
  deleted_at: true,
  assignee: true,
  reviewer: true,
  approved_by: true,
  approved_at: true,
  approved_revision: true,
  first_approved_by: true,
  first_approved_at: true,
  first_approved_revision: true,
  first_approval_head: true,
  restored_by: true,
} as const satisfies Record<Exclude<keyof DocumentRow, FieldName>, true>;

export const documentColumns = columnsWith(allFields);
export const summaryColumns = columnsWith(summaryFields);
const publicFields = fieldNames('public');

/** Named, because a prepared `select *` fails once a migration has added a column. */
function columnsWith<Name extends FieldName>(fields: readonly Name[]) {
  const state = Object.keys(stateColumns) as (keyof typeof stateColumns)[];
  return [...state, ...fields].map((column) => `documents.${column}` as const);
}

/** As PostgreSQL writes it to JSON. */
export type Json<T> = { readonly [Key in keyof T]: T[Key] extends Date ? string : T[Key] };

export function workingColumns({ place, metadata, revision, problem, notice }: ReadDocument) {
  return {
    ...placeColumns(place),
    ...fieldColumns(metadata, allFields),
    revision,
    problem: problemColumn(problem, notice),
  };
}

function placeColumns({ path, id, type, lang }: DocumentLocation) {
  return { path, public_id: id, type, lang };
}

function fieldColumns<Name extends FieldName>(
  metadata: DocumentMetadata,
  names: readonly Name[],
): NewFieldColumns<Name> {
  const columns = names.map((name) => {
    const value: unknown = metadata[propertyOf(name)];
    return [name, jsonColumns.has(name) ? JSON.stringify(value) : value];
  });
  return Object.fromEntries(columns) as NewFieldColumns<Name>;
}

/** Written as JSON text. */
const jsonColumns: ReadonlySet<FieldName> = new Set(fieldNames('type', 'terms', 'mapping'));

export function isJsonColumn(name: string): boolean {
  return name === 'problem' || (jsonColumns as ReadonlySet<string>).has(name);
}

export function fieldsOf<Name extends FieldName>(
  row: { readonly [N in Name]: FieldValues[FieldType<N>] },
  names: readonly Name[],
): DocumentFields<Name> {
  // Lists spend less time in a loop than with entries.
  const fields: Record<string, unknown> = {};
  for (const name of names) fields[propertyOf(name)] = row[name];
  return fields as DocumentFields<Name>;
}

function problemColumn(problem: SourceProblem | null, notice: SourceProblem | null): string | null {
  if (problem) return JSON.stringify({ ...problem, severity: 'error' });
  return notice && JSON.stringify({ ...notice, severity: 'notice' });
}

export function publishedRow(
  document: ReadDocument,
  { documentId, hash, publishedAt }: { documentId: number; hash: string; publishedAt: Date },
): NewPublishedRow {
  const { place, metadata, revision, body } = document;
  return {
    ...placeColumns(place),
    ...fieldColumns(metadata, publicFields),
    document_id: documentId,
    translation_key: `${place.type}:${place.key}`,
    date: metadata.date ?? metadata.createdAt ?? publishedAt,
    has_own_date: metadata.date !== null,
    terms: termKeys(metadata.taxonomies),
    aliases: [...aliasesOf(metadata.params)],
    body,
    hash,
    revision,
    published_at: publishedAt,
  };
}

/** `['tags', 'tags:wood-type']` for `{ tags: ['Wood type'] }`. */
export function termKeys(taxonomies: DocumentMetadata['taxonomies']): string[] {
  return Object.entries(taxonomies)
    .filter(([, terms]) => terms.length > 0)
    .flatMap(([name, terms]) => [name, ...terms.map((term) => termKey(name, termSlug(term)))]);
}

export function termKey(taxonomy: string, slug: string): string {
  return `${taxonomy}:${slug}`;
}

export function indexedDocument(row: DocumentRow): IndexedDocument {
  return { ...summarizedDocument(row), metadata: fieldsOf(row, allFields) };
}

export type SummaryRow = Omit<DocumentRow, FieldName<'working', 'detail'>>;

export function summarizedDocument(row: SummaryRow): SummarizedDocument {
  const key = row.public_id.slice(row.lang.length + row.type.length + 2);
  return {
    documentId: row.id,
    place: { path: row.path, id: row.public_id, type: row.type, lang: row.lang, key },
    metadata: fieldsOf(row, summaryFields),
    status: row.status as DocumentStatus,
    revision: row.revision,
    headHash: row.head_hash,
    publicHash: row.public_hash,
    publishedRevision: row.published_revision,
    publishedAt: row.published_at,
    editorial: editorialFacts(row),
    problem: row.problem?.severity === 'notice' ? null : positioned(row.problem),
    notice: row.problem?.severity === 'notice' ? positioned(row.problem) : null,
    fileHash: row.file_hash,
    fileStamp:
      row.file_size === null || row.file_mtime_ms === null
        ? null
        : { size: row.file_size, mtimeMs: row.file_mtime_ms },
    materialised: row.materialised,
    deletedAt: row.deleted_at,
    restoredBy: row.restored_by,
  };
}

function positioned(problem: DocumentRow['problem']): SourceProblem | null {
  return problem && { message: problem.message, line: problem.line, column: problem.column };
}

function editorialFacts(row: SummaryRow): EditorialFacts {
  const { assignee, reviewer, head_hash: head, first_approval_head: firstHead } = row;
  const first = approvalOf(
    row.first_approved_by,
    row.first_approved_at,
    row.first_approved_revision,
  );
  return {
    assignee,
    reviewer,
    approval: approvalOf(row.approved_by, row.approved_at, row.approved_revision),
    // A server of an earlier release moves the head without clearing this column.
    firstApproval: (firstHead === head ? first : null) ?? undefined,
  };
}

function approvalOf(
  by: string | null,
  at: Date | null,
  revision: string | null,
): EditorialFacts['approval'] {
  return by === null || at === null || revision === null ? null : { by, at, revision };
}

const noApproval = { by: null, at: null, revision: null };

export function editorialColumns(
  { assignee, reviewer, approval, firstApproval }: EditorialFacts,
  head: string,
) {
  const [given, first] = [approval ?? noApproval, firstApproval ?? noApproval];
  return {
    assignee,
    reviewer,
    approved_by: given.by,
    approved_at: given.at,
    approved_revision: given.revision,
    first_approved_by: first.by,
    first_approved_at: first.at,
    first_approved_revision: first.revision,
    first_approval_head: firstApproval ? head : null,
  };
}
