import {
  isClientKey,
  type DetailedDocument,
  type DocumentPage,
  type DocumentLocation,
  type EditLock,
  type EditorialState,
  type IndexedDocument,
  type SummarizedDocument,
  type ListedDocument,
  type PublishedDocument,
  type PublishedSummary,
  type TextChange,
} from '@galley/content';
import type { contract, AnswerOf } from '@galley/contract';
import { currentApproval, currentApprovals, type Approval } from '@galley/editorial';
import { fieldNames } from '@galley/kernel';
import { listPublicFields, type CustomFields } from '@galley/settings';
import { presentFields } from './present-fields.ts';
import { presentWorkingCopyState } from './present-working-copy.ts';

type WirePage = AnswerOf<typeof contract.documents.list>;
type WireItem = WirePage['items'][number];
type WireSummary = Omit<WireItem, 'names' | 'last_change' | 'highlight' | 'review_request'>;
type WireDetail = AnswerOf<typeof contract.documents.get>;
type WireContent = AnswerOf<typeof contract.platform.content>;
type WireCollectionItem = AnswerOf<typeof contract.platform.collections>['items'][number];

const workingList = fieldNames('working', 'list');
const workingDetail = fieldNames('working', 'detail');
const publicList = fieldNames('public', 'list');
const publicDetail = fieldNames('public', 'detail');

export function presentPage(
  { items, page, total, isTotalEstimate, nextCursor }: DocumentPage,
  pageSize: number,
): WirePage {
  return {
    items: items.map(presentItem),
    page,
    page_size: pageSize,
    total,
    total_is_estimate: isTotalEstimate,
    has_more: nextCursor !== null,
    next_cursor: nextCursor,
  };
}

function presentItem(item: ListedDocument): WireItem {
  const { highlight, reviewRequest, lastChange, names } = item;
  return {
    ...presentSummary(item),
    names: { ...names },
    last_change: presentChange(lastChange),
    highlight,
    review_request: reviewRequest && { ...reviewRequest, at: reviewRequest.at.toISOString() },
  };
}

function presentChange(change: TextChange | null | undefined) {
  return change ? { ...change, at: change.at.toISOString() } : null;
}

export function presentSummary(document: SummarizedDocument): WireSummary {
  const { metadata, place, editorial, revision } = document;
  return {
    ...presentPlace(place),
    ...presentFields(metadata, workingList),
    revision,
    status: document.status,
    is_public: document.publicHash !== null,
    published_revision: document.publishedRevision,
    published_at: time(document.publishedAt),
    assignee: editorial.assignee,
    reviewer: editorial.reviewer,
    approved_by: editorial.approval?.revision === revision ? editorial.approval.by : null,
    problem: presentProblem(document),
  };
}

export interface DetailParts {
  /** Missing when the whole file is wanted instead. */
  readonly htmlBody: string | undefined;
  readonly editorial: EditorialState;
}

/** For clients that know the text and its details. */
export function presentSaved(document: IndexedDocument) {
  const { metadata, materialised, place, publicHash, revision, status } = document;
  const updatedAt = time(metadata.updatedAt);
  const isPublic = publicHash !== null;
  return {
    path: place.path,
    revision,
    status,
    is_public: isPublic,
    updated_at: updatedAt,
    materialised,
  };
}

export function presentDetail(
  { indexed, current, failure, details }: DetailedDocument,
  { htmlBody, editorial }: DetailParts,
): WireDetail {
  const { dueOn, lastChange, lock, names, workingCopy } = details;
  return {
    ...presentSummary(indexed),
    materialised: indexed.materialised,
    storage_failure: failure?.cause ?? null,
    last_change: presentChange(lastChange),
    raw_body: current.body,
    ...(htmlBody === undefined ? { raw: current.text ?? '' } : { html_body: htmlBody }),
    frontmatter: Object.fromEntries(
      Object.entries(current.values).filter(([key]) => isClientKey(key)),
    ),
    ...presentFields(indexed.metadata, workingDetail),
    lock: lock ? presentLock(lock) : null,
    due_on: dueOn,
    names: { ...names },
    editorial: presentEditorial(editorial),
    working_copy: workingCopy ? presentWorkingCopyState(workingCopy) : null,
  };
}

/** Formats a document's assignees, approvals and events (GAP-ED-1). */
export function presentEditorial({ document, events, ...state }: EditorialState) {
  const { metadata, editorial, revision, status } = document.indexed;
  const { requireApproval, independence, contributors, jointApprovers } = state;
  const { assignee, reviewer, approval } = editorial;
  return {
    owner: metadata.author,
    assignee,
    reviewer,
    approved_by: approval?.by ?? null,
    approved_at: time(approval?.at ?? null),
    approved_revision: approval?.revision ?? null,
    revision,
    require_approval: requireApproval,
    independence,
    contributors: [...contributors],
    joint_approvers: [...jointApprovers],
    approvals: currentApprovals(editorial, revision).map(presentApproval),
    approvals_needed: currentApproval(editorial, revision) ? (0 as const) : (1 as const),
    status,
    events: events.map(({ at, details, ...event }) => ({
      ...event,
      at: at.toISOString(),
      details: { ...details },
    })),
  };
}

function presentApproval({ at, ...approval }: Approval) {
  return { ...approval, at: at.toISOString() };
}

/** Omits the token, which belongs to the window that took the lock. */
export function presentLock({ holder, expiresAt }: EditLock) {
  return { holder, expires_at: expiresAt.toISOString() };
}

export function presentPublished(document: PublishedSummary): WireCollectionItem {
  return {
    ...presentPlace(document),
    ...presentFields(document, publicList),
    date: time(document.hasOwnDate ? document.date : null),
    revision: document.revision,
    published_at: document.publishedAt.toISOString(),
  };
}

/** Adds the defaults of the document's type, and fields shared by all documents. */
export function presentContent(
  document: PublishedDocument,
  { htmlBody, customFields }: { readonly htmlBody: string; readonly customFields: CustomFields },
): WireContent {
  return {
    ...presentPublished(document),
    html_body: htmlBody,
    raw_body: document.body,
    ...presentFields(document, publicDetail),
    fields: { ...listPublicFields(customFields, document.type, document.fields) },
    published_at: document.publishedAt.toISOString(),
  };
}

function presentPlace({ id, path, type, lang }: Omit<DocumentLocation, 'key'>) {
  return { id, path, type, lang };
}

function presentProblem({ problem, notice }: SummarizedDocument): WireSummary['problem'] {
  if (problem) return { ...problem, severity: 'error' };
  return notice && { ...notice, severity: 'notice' };
}

function time(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
