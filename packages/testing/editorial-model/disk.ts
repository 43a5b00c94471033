import {
  changed,
  newDoc,
  sameContent,
  stateAfterEdit,
  unapproved,
  type Content,
  type Doc,
  type Slot,
  type Status,
  type World,
} from './documents.ts';

export type Edit =
  | { readonly to: 'body'; readonly body: string }
  | {
      readonly to: 'key';
      readonly key: 'author' | 'last_editor' | 'workflow';
      readonly value: string;
    }
  | { readonly to: 'approval' | 'comment' | 'break' | 'mend' };

export interface FileFacts {
  readonly said: Status;
  readonly signedBy: string | null;
  readonly content: Content;
  readonly publishAt: string | null;
}

const fence = /^---\n([\s\S]*?\n)?---\n/;
const brokenLine = 'broken: [\n';
const forgedBlock = `editorial:
  reviewer: rosa
  approved_by: rosa
  approved_at: 2026-01-01T00:00:00Z
  approved_revision: ${'a'.repeat(64)}
`;

export function newFile(facts: { title: string; body: string; author?: string; said: string }) {
  const { title, body, author, said } = facts;
  return `---\ntitle: ${title}\n${author ? `author: ${author}\n` : ''}workflow: ${said}\n---\n${body}`;
}

export function edited(text: string, edit: Edit): string {
  const head = fence.exec(text)?.[0] ?? '';
  const body = text.slice(head.length);
  switch (edit.to) {
    case 'body':
      return head + edit.body;
    case 'key':
      return withLine(head, edit.key, `${edit.key}: ${edit.value}\n`) + body;
    case 'approval':
      return withLine(head, 'editorial', forgedBlock) + body;
    case 'comment':
      return head.replace(/^---\n/, '---\n# Looked through.\n') + body;
    case 'break':
      return head.replace(/^---\n/, `---\n${brokenLine}`) + body;
    case 'mend':
      return head.replaceAll(brokenLine, '') + body;
  }
}

function withLine(head: string, key: string, lines: string): string {
  const without = head.replace(new RegExp(`^${key}:.*\\n([ -] .*\\n|  .*\\n)*`, 'm'), '');
  return without.replace(/---\n$/, `${lines}---\n`);
}

/** Reads a file without a YAML parser: both the tests and the server write one key per line. */
export function factsOf(text: string): FileFacts {
  const head = fence.exec(text)?.[0] ?? '';
  const value = (key: string): string | null =>
    new RegExp(`^${key}: (.*)$`, 'm').exec(head)?.[1]?.trim() ?? null;
  const content = {
    title: value('title') ?? '',
    body: text.slice(head.length),
    owner: value('author'),
    isBroken: false,
  };
  const said = (value('workflow') ?? 'published') as Status;
  return head.includes(brokenLine)
    ? {
        said,
        signedBy: null,
        publishAt: null,
        content: { title: '', body: text, owner: null, isBroken: true },
      }
    : { said, signedBy: value('last_editor'), publishAt: value('scheduled_publish_at'), content };
}

export interface FileChange {
  readonly before: string | null;
  /** Null for a removed file. */
  readonly text: string | null;
}

/** Slot after a change of its file (GAP-DOC-1, GAP-DOC-8, GAP-ED-5, GAP-ED-6). */
export function afterEdit(
  { enforced }: Pick<World, 'enforced'>,
  slot: Slot,
  { before, text }: FileChange,
): Slot {
  const { living, gone } = slot;
  if (text === null) {
    if (!living) return slot;
    return { ...slot, living: null, gone: [...gone, { doc: living, text: before ?? '' }] };
  }
  const file = factsOf(text);
  if (living) return { ...slot, living: editedDoc(living, file, enforced) };
  const back = gone.at(-1);
  const returned = back?.text === text && text !== '' ? returnedDoc(back.doc, enforced) : undefined;
  const found = returned
    ? editedDoc(returned, file, enforced)
    : foundDoc(back && { ...back.doc, ...unapproved, public: null }, file, enforced);
  return { ...slot, living: found, gone: gone.slice(0, -1) };
}

/** With approval required, a removed text returns to the public only if it is approved. Undefined if it begins anew. */
function returnedDoc(doc: Doc, enforced: boolean): Doc | undefined {
  const isApproved = doc.approvedBy !== null && doc.public && sameContent(doc.public, doc.content);
  if (!enforced || isApproved) return doc;
  return doc.status === 'published' ? undefined : { ...doc, public: null };
}

/** New or restored file: if approval is required, it is a draft whatever it says. */
function foundDoc(before: Doc | undefined, file: FileFacts, enforced: boolean): Doc {
  const { content, signedBy, said } = file;
  const fresh = newDoc({ content, status: 'draft', signedBy }, signatures(file));
  const doc = withFile(before ?? fresh, file);
  const status = enforced || content.isBroken ? 'draft' : said;
  return { ...doc, status, ...unapproved, public: status === 'published' ? content : null };
}

function editedDoc(doc: Doc, file: FileFacts, enforced: boolean): Doc {
  const after = withFile(doc, file);
  const isNews = !sameContent(doc.content, after.content);
  const status = isNews ? stateAfterEdit(doc) : doc.status;
  if (file.content.isBroken) return { ...after, ...unapproved };
  const outcome = enforced ? { status, public: doc.public } : believed(doc, file, status);
  const keepsApproval = !isNews && outcome.status !== 'draft' && outcome.status !== 'archived';
  return { ...after, ...outcome, ...(keepsApproval ? {} : unapproved) };
}

function withFile(doc: Doc, file: FileFacts): Doc {
  const { content, signedBy, publishAt } = file;
  const { title, owner } = doc.content;
  return content.isBroken
    ? changed(doc, { ...content, title, owner }, [])
    : { ...changed(doc, content, signatures(file)), signedBy, publishAt };
}

/** The file's last editor counts as the author of the edit. */
function signatures({ signedBy }: FileFacts): string[] {
  return signedBy === null ? [] : [signedBy];
}

/** If approval is not required, the state in the file applies. */
function believed(
  doc: Doc,
  { said, content }: FileFacts,
  edited: Status,
): Pick<Doc, 'status' | 'public'> {
  if (said === 'published') return { status: said, public: content };
  const isHidden = said === 'archived' || (said === 'draft' && doc.status === 'published');
  // An edited document that was approved in review becomes a draft, although the file does not say so.
  const status = said === 'in_review' && doc.status === 'in_review' ? edited : said;
  return { status, public: isHidden ? null : doc.public };
}
