import type {
  ChangeTerms,
  ContentService,
  DeleteDocument,
  EditorialService,
  IndexedDocument,
  ReconciledDocument,
  RecordChange,
  StatusInput,
  TrashService,
} from '@galley/content';
import type { contract, BodyOf } from '@galley/contract';
import type { AuditNote } from '@galley/http';
import type { Actor } from '@galley/kernel';

export interface Acting {
  readonly actor: Actor;
  readonly note: (entry: AuditNote) => void;
  readonly record?: RecordChange;
}

export function statusIn({
  status,
  scheduled_publish_at: scheduledPublishAt,
  scheduled_unpublish_at: scheduledUnpublishAt,
  note,
}: Omit<BodyOf<typeof contract.documents.bulkStatus>, 'paths'>): Omit<StatusInput, 'path'> {
  return { status, scheduledPublishAt, scheduledUnpublishAt, note };
}

export async function changeStatus(
  editorial: EditorialService,
  input: StatusInput,
  { actor, note, record }: Acting,
): Promise<ReconciledDocument> {
  const { status, ask: asked } = input;
  note({ details: { status, ...(asked !== undefined && { asked }) } });
  const document = await editorial.changeStatus(actor, { ...input, record });
  note({ details: { revision: document.indexed.revision } });
  return document;
}

export async function changeTerms(
  content: ContentService,
  input: ChangeTerms,
  { actor, note }: Acting,
): Promise<IndexedDocument> {
  const { taxonomy, add, remove, rename } = input;
  note({ details: { taxonomy, add, remove, ...(rename && { rename }) } });
  const { indexed } = await content.changeTerms(actor, input);
  note({ details: { revision: indexed.revision, status: indexed.status } });
  return indexed;
}

/** Returns the path of the file in the trash. */
export async function deleteDocument(
  trash: TrashService,
  input: DeleteDocument,
  { actor, note }: Acting,
): Promise<string> {
  const trashPath = await trash.delete(actor, input);
  note({ details: { trash_path: trashPath } });
  return trashPath;
}

/** Restores a document by its path in the trash or by its former path. */
export async function restoreDocument(
  trash: TrashService,
  path: string,
  { actor, note }: Acting,
): Promise<IndexedDocument> {
  const { indexed } = await trash.restore(actor, path);
  const { place, revision } = indexed;
  const from = path !== place.path && { trash_path: path };
  note({ target: place.path, details: { ...from, revision } });
  return indexed;
}
