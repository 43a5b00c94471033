/** A file without a document. */
export interface AppearedFile {
  readonly path: string;
  readonly hash: string;
}

/** A document whose file is no longer at its path. */
export interface VacatedPath extends AppearedFile {
  readonly documentId: number;
}

export interface PlannedRename<File extends AppearedFile, Source extends VacatedPath> {
  readonly from: Source;
  readonly to: File;
}

/**
 * Pairs files with documents of the same bytes: one document with one file, else those with the same file name. Without
 * such a pair, nobody can tell which document a file continues, and none is renamed.
 */
export function planRenames<File extends AppearedFile, Source extends VacatedPath>(
  appeared: readonly File[],
  vacated: readonly Source[],
): PlannedRename<File, Source>[] {
  const sources = Map.groupBy(vacated, ({ hash }) => hash);
  return [...Map.groupBy(appeared, ({ hash }) => hash)].flatMap(([hash, files]) =>
    pairSameBytes(files, sources.get(hash) ?? []),
  );
}

function pairSameBytes<File extends AppearedFile, Source extends VacatedPath>(
  files: readonly File[],
  sources: readonly Source[],
): PlannedRename<File, Source>[] {
  if (files.length === 1 && sources.length === 1) return [{ from: sources[0]!, to: files[0]! }];
  const named = Map.groupBy(sources, ({ path }) => fileName(path));
  return [...Map.groupBy(files, ({ path }) => fileName(path))].flatMap(([name, [to, ...more]]) => {
    const [from, ...others] = named.get(name) ?? [];
    return to && from && more.length + others.length === 0 ? [{ from, to }] : [];
  });
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
