import { contributorsAfter } from './deeds.ts';
import { keyOf, type Content, type Doc, type Slot } from './documents.ts';
import { factsOf } from './disk.ts';
import type { Answered, Newsroom, Where } from './newsroom.ts';

export interface Detail {
  readonly status: string;
  readonly title: string;
  readonly raw: string;
  readonly raw_body: string;
  readonly revision: string;
  readonly last_editor: string | null;
  readonly scheduled_publish_at: string | null;
  readonly is_public: boolean;
  readonly published_revision: string | null;
  readonly lock: { readonly holder: string; readonly expires_at: string } | null;
  readonly editorial: {
    readonly owner: string | null;
    readonly assignee: string | null;
    readonly reviewer: string | null;
    readonly approved_by: string | null;
    readonly approved_revision: string | null;
    readonly require_approval: boolean;
    readonly contributors: readonly string[];
    readonly approvals: readonly { by: string; revision: string }[];
    readonly approvals_needed: number;
    readonly events: readonly { action: string; actor: string; revision: string }[];
  };
}

export interface HistoryEntry {
  readonly seq: number;
  readonly hash: string;
  readonly parent_hash: string | null;
  readonly revision: string;
  readonly status: string;
}

export interface TrashRow {
  readonly path: string;
  readonly original_path: string;
}

export interface Observation {
  readonly detail: Detail | undefined;
  readonly history: readonly HistoryEntry[];
  readonly headRaw: string | undefined;
  readonly public:
    { readonly raw_body: string; readonly title: string; readonly revision: string } | undefined;
  readonly file: string | null;
  readonly copy: string | null;
  /** Newest first. */
  readonly trash: readonly TrashRow[];
}

export async function observe(
  newsroom: Newsroom,
  where: Where,
  path: string,
): Promise<Observation> {
  const query = `?path=${path}`;
  const get = (address: string): Promise<Answered> => newsroom.ask(where, address);
  // Requested first: it records edits on disk and completes pending work.
  const detail = parsed<Detail>(await get(`/document${query}&include=raw`));
  const [history, open, trash, file, copy] = await Promise.all([
    detail ? get(`/documents/history${query}&limit=3`) : undefined,
    newsroom.visit(where.server, `/__platform/api/content${query}`),
    get('/documents/trash'),
    newsroom.read(path),
    newsroom.read(`.published/${path}`),
  ]);
  const entries = (history && parsed<HistoryEntry[]>(history)) ?? [];
  const head = entries[0] && (await get(`/documents/revision${query}&hash=${entries[0].hash}`));
  return {
    detail,
    history: entries,
    headRaw: head && parsed<{ raw: string }>(head)?.raw,
    public: parsed(open),
    file,
    copy,
    trash: (parsed<TrashRow[]>(trash) ?? []).filter(({ original_path }) => original_path === path),
  };
}

function parsed<T>({ status, text }: Answered): T | undefined {
  if (status === 200) return JSON.parse(text) as T;
  if (status === 404) return undefined;
  throw new Error(`${status} ${text}`);
}

/** Maps contents to revisions one-to-one. */
export class Revisions {
  readonly #revisions = new Map<string, string>();
  readonly #contents = new Map<string, Content>();

  revisionOf(content: Content): string | undefined {
    return this.#revisions.get(keyOf(content));
  }

  contentOf(revision: string): Content | undefined {
    return this.#contents.get(revision);
  }

  learn(content: Content, revision: string): string[] {
    const [before, other] = [this.revisionOf(content), this.contentOf(revision)];
    this.#revisions.set(keyOf(content), revision);
    this.#contents.set(revision, content);
    return [
      ...differ('revision of the same content', revision, before ?? revision),
      ...differ(
        'content of the same revision',
        keyOf(content),
        other ? keyOf(other) : keyOf(content),
      ),
    ];
  }
}

export function differ(what: string, seen: unknown, expected: unknown): string[] {
  return seen === expected ? [] : [`${what}: ${String(seen)} instead of ${String(expected)}`];
}

export function differences(slot: Slot, seen: Observation, enforced: boolean): string[] {
  const { living, trash } = slot;
  return [
    ...differ('entries in the trash', seen.trash.length, trash.length),
    ...(living ? aboutLiving(living, seen, enforced) : aboutNone(seen)),
    ...aboutPublic(living?.public ?? null, seen),
  ];
}

function aboutNone({ detail, file, public: open }: Observation): string[] {
  const there = [detail && 'a document', file !== null && 'a file', open && 'a public page'];
  return there.filter((one) => typeof one === 'string').map((one) => `there is ${one}`);
}

function aboutLiving(doc: Doc, { detail }: Observation, enforced: boolean): string[] {
  if (!detail) return ['there is no document'];
  const { editorial, lock } = detail;
  const events = editorial.events.map(({ action, actor }) => `${action} ${actor}`).reverse();
  return [
    ...differ('state', detail.status, doc.status),
    ...(doc.content.isBroken ? [] : textDifferences(doc.content, detail)),
    ...differ('to be published', timeOf(detail.scheduled_publish_at), timeOf(doc.publishAt)),
    ...differ('owner', editorial.owner, doc.content.owner),
    ...differ('assignee', editorial.assignee, doc.assignee),
    ...differ('reviewer', editorial.reviewer, doc.reviewer),
    ...differ('approved by', editorial.approved_by, doc.approvedBy),
    ...partDifferences(doc, detail),
    ...differ('last editor', detail.last_editor, doc.signedBy),
    ...differ('public', detail.is_public, doc.public !== null),
    ...differ('lock', lock?.holder ?? null, doc.lock?.holder ?? null),
    ...differ('events', events.join(', '), doc.events.slice(-100).join(', ')),
    ...differ('approval required', editorial.require_approval, enforced),
    ...(editorial.approved_by === null
      ? []
      : differ('approved revision', editorial.approved_revision, detail.revision)),
  ];
}

/** ADD-IND-1, ADD-IND-5. */
function partDifferences(doc: Doc, { editorial, revision }: Detail): string[] {
  const approvers = [doc.firstApprovedBy, doc.approvedBy].filter((name) => name !== null);
  const seen = editorial.approvals.map(({ by }) => by);
  const contributors = contributorsAfter(doc.deeds);
  return [
    ...differ('contributors', editorial.contributors.join(', '), contributors.join(', ')),
    ...differ('approvals', seen.toSorted().join(', '), approvers.toSorted().join(', ')),
    ...differ('approvals needed', editorial.approvals_needed, doc.approvedBy === null ? 1 : 0),
    ...editorial.approvals.flatMap((one) => differ('approved', one.revision, revision)),
  ];
}

function timeOf(text: string | null): number | null {
  return text === null ? null : new Date(text).getTime();
}

function textDifferences({ title, body }: Content, detail: Detail): string[] {
  return [...differ('title', detail.title, title), ...differ('body', detail.raw_body, body)];
}

function aboutPublic(open: Content | null, { public: page }: Observation): string[] {
  if (!open) return page ? ['there is a public page'] : [];
  if (!page) return ['there is no public page'];
  return [
    ...differ('public title', page.title, open.title),
    ...differ('public body', page.raw_body, open.body),
  ];
}

/** Inconsistencies between history, tree and public copy, independent of the model (GAP-DOC-8, GAP-DOC-12). */
export function treeFaults(seen: Observation): string[] {
  return [...(seen.detail ? historyFaults(seen.detail, seen) : []), ...copyFaults(seen)];
}

function historyFaults(detail: Detail, { history, headRaw, file }: Observation): string[] {
  const [head, parent] = history;
  if (!head) return ['there is no history'];
  return [
    ...differ('the file', file, detail.raw),
    ...differ('the newest entry of the history', headRaw, file),
    ...differ('its state', head.status, detail.status),
    ...differ('its revision', head.revision, detail.revision),
    ...differ('its parent', head.parent_hash, parent?.hash ?? null),
    ...differ('its number', head.seq, parent ? parent.seq + 1 : 1),
  ];
}

function copyFaults({ detail, copy, public: page }: Observation): string[] {
  if (!page) return copy === null ? [] : ['there is a public copy of what is not public'];
  const isElsewhere = detail?.published_revision !== detail?.revision;
  return [
    ...differ('the public revision', page.revision, detail?.published_revision),
    ...(isElsewhere && copy === null ? ['the public revision has no copy in the tree'] : []),
    ...(copy === null ? [] : differ('the public copy', factsOf(copy).content.body, page.raw_body)),
  ];
}
