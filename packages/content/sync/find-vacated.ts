import type { Database } from '@galley/database';
import {
  RenamedDocumentReadModel,
  type RenameSource,
} from '../store/renamed-document-read-model.ts';
import type { DocumentFiles } from '../tree/document-files.ts';
import { fileHash } from '../tree/known-file.ts';
import { planRenames } from './plan-renames.ts';

export interface VacatedSource extends RenameSource {
  /** Set when a file is at the path: another document's, or its own that has returned. */
  readonly replacedBy: string | undefined;
}

interface Search {
  readonly db: Database;
  readonly files: DocumentFiles;
  readonly removedSince: Date;
  /** Paths of the files that may continue a document. */
  readonly appeared: ReadonlySet<string>;
}

/**
 * Documents with these bytes whose file left its path: it is missing, or another renamed file replaced it (`b` to `c`,
 * then `a` to `b`). A path that only has other bytes was edited: after `cp b c`, the document stays at `b`. Removed
 * documents also continue with their own file.
 */
export async function findVacated(
  search: Search,
  hashes: readonly string[],
  seen: ReadonlySet<number> = new Set(),
): Promise<VacatedSource[]> {
  if (hashes.length === 0) return [];
  const rows = new RenamedDocumentReadModel(search.db);
  const candidates = await rows.findByFile(hashes, search.removedSince);
  const looked = await Promise.all(
    candidates
      .filter(({ documentId }) => !seen.has(documentId))
      .map(async (source) => ({ source, present: await presentHash(search.files, source) })),
  );
  const returned = looked.filter(
    ({ source: { isGone, hash, path }, present }) =>
      isGone && present === hash && search.appeared.has(path),
  );
  const missing = looked.filter(({ present }) => present === undefined);
  const changed = looked.flatMap(({ source, present }) =>
    present !== undefined && present !== source.hash && !source.isGone
      ? [{ source, path: source.path, hash: present }]
      : [],
  );
  const origins = await findVacated(
    search,
    changed.map(({ hash }) => hash),
    new Set([...seen, ...looked.map(({ source }) => source.documentId)]),
  );
  const replaced = planRenames(changed, origins).map(({ to }) => to);
  return preferLiving([
    ...missing.map(({ source }) => ({ ...source, replacedBy: undefined })),
    ...returned.map(({ source }) => ({ ...source, replacedBy: source.hash })),
    ...replaced.map(({ source, hash }) => ({ ...source, replacedBy: hash })),
  ]);
}

/** Undefined for a missing file. An unreadable one is not known to have changed. */
async function presentHash(files: DocumentFiles, { path, hash }: RenameSource) {
  return files.read(path).then(
    (file) => file && fileHash(file),
    () => hash,
  );
}

/** A removed document counts only where no living one has the bytes. */
function preferLiving(sources: readonly VacatedSource[]): VacatedSource[] {
  const living = new Set(sources.flatMap(({ isGone, hash }) => (isGone ? [] : [hash])));
  return sources.filter(({ isGone, hash }) => !isGone || !living.has(hash));
}
