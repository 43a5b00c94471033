import type { Database } from '@galley/database';
import { DocumentBatchRepository } from '../store/document-batch-repository.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';
import { textValue } from '../document/read-document.ts';
import { RenamedDocumentReadModel } from '../store/renamed-document-read-model.ts';
import type { DocumentFiles } from '../tree/document-files.ts';
import { fileHash } from '../tree/known-file.ts';
import type { VacatedSource } from './find-vacated.ts';
import { pairSimilar, type ComparedText } from './pair-similar.ts';
import type { AppearedFile, PlannedRename } from './plan-renames.ts';

export interface EditedSearch {
  readonly db: Database;
  readonly files: DocumentFiles;
  readonly read: (document: Pick<IndexedDocument, 'place'>, bytes: Buffer) => ReadDocument;
}

export interface UnmatchedFile extends AppearedFile {
  readonly document: ReadDocument;
}

interface Vacated {
  readonly indexed: IndexedDocument;
  readonly replacedBy: string | undefined;
}

/** As in git, similarity is not looked for among more files. */
export const maxSimilar = 1_000;

/**
 * Files that continue a document with other bytes, of documents whose file left its path: of those at `paths`, and of
 * those with the title of a file, since events of one rename may arrive separately.
 */
export async function findEdited<File extends UnmatchedFile>(
  search: EditedSearch,
  files: readonly File[],
  paths: readonly string[],
): Promise<PlannedRename<File, VacatedSource>[]> {
  const compared = files.map((file) => ({ ...comparedText(file.document), file }));
  const titles = compared.flatMap(({ title }) => title ?? []);
  const titled = await new RenamedDocumentReadModel(search.db).pathsByTitle(titles, maxSimilar);
  const vacated = await listVacated(search, [...new Set([...paths, ...titled])]);
  if (vacated.length === 0) return [];
  const replacedBy = new Map(vacated.map((one) => [one.indexed.documentId, one.replacedBy]));
  const heads = await new DocumentRepository(search.db).listHeads([...replacedBy.keys()]);
  const sources = heads.map(({ indexed, bytes }) => ({
    ...comparedText(search.read(indexed, bytes)),
    indexed,
  }));
  const pairs = await pairSimilar(compared, sources);
  return pairs.map(({ from: { indexed }, to: { file } }) => ({
    from: {
      documentId: indexed.documentId,
      path: indexed.place.path,
      hash: indexed.fileHash!,
      headHash: indexed.headHash,
      isGone: false,
      replacedBy: replacedBy.get(indexed.documentId),
    },
    to: file,
  }));
}

/** Their file is missing, or that of another one of them has replaced it. */
async function listVacated(
  { db, files }: EditedSearch,
  paths: readonly string[],
): Promise<readonly Vacated[]> {
  if (paths.length === 0) return [];
  const documents = await new DocumentBatchRepository(db).listReconciled(paths);
  const looked = await Promise.all(
    documents.map(async (indexed) => {
      const { path } = indexed.place;
      const present = await files.read(path).then(
        (file) => file && fileHash(file),
        // An unreadable file is not known to have changed.
        () => indexed.fileHash ?? undefined,
      );
      return { indexed, replacedBy: present };
    }),
  );
  const vacated = looked.filter(({ replacedBy }) => replacedBy === undefined);
  const changed = looked.filter(({ indexed, replacedBy }) => replacedBy !== indexed.fileHash);
  const hashes = new Set(vacated.map(({ indexed }) => indexed.fileHash));
  for (const one of vacated) {
    const next = changed.filter(({ replacedBy }) => replacedBy === one.indexed.fileHash);
    for (const { indexed, replacedBy } of next) {
      if (replacedBy === undefined || hashes.has(indexed.fileHash)) continue;
      hashes.add(indexed.fileHash);
      // The loop reaches it, too.
      vacated.push({ indexed, replacedBy });
    }
  }
  return vacated;
}

function comparedText({ place, values, body }: ReadDocument): ComparedText {
  return { path: place.path, title: textValue(values['title']) ?? undefined, body };
}
