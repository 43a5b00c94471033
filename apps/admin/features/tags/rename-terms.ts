import type { DocumentSummary, Term, TermDescription } from '@galley/sdk';
import { getDocument } from '../../lib/documents.ts';
import { galley } from '../../lib/galley.ts';
import { slugOf } from '../documents/slug.ts';
import { restoreStatuses, runInBatches, type BulkResult } from '../documents/undo.ts';

/** For published documents, whose change is a draft at first. */
export type FollowUp = 'draft' | 'review' | 'publish';

export interface TermsRename {
  readonly taxonomy: string;
  readonly terms: readonly Term[];
  readonly to: string;
  readonly documents: readonly DocumentSummary[];
  readonly followUp: FollowUp;
  readonly redirects: boolean;
}

export interface RenameReport {
  readonly changed: readonly DocumentSummary[];
  readonly descriptions: readonly DescriptionBefore[];
  /** Changed, but not in the wanted state. */
  readonly unfinished: readonly BulkResult[];
  readonly refused: readonly BulkResult[];
}

/** Small enough for a progress bar that moves. */
const batchSize = 25;

export async function renameTerms(
  rename: TermsRename,
  onProgress: (done: number) => void,
): Promise<RenameReport> {
  const { taxonomy, to, documents } = rename;
  const from = spellingsOf(rename);
  const changed: DocumentSummary[] = [];
  const unfinished: BulkResult[] = [];
  const refused: BulkResult[] = [];
  for (let start = 0; start < documents.length; start += batchSize) {
    const batch = documents.slice(start, start + batchSize);
    const paths = batch.map(({ path }) => path);
    const { results } = await galley.documents.bulkTerms({ paths, taxonomy, rename: { from, to } });
    const byPath = new Map(results.map((result) => [result.path, result]));
    const done = batch.filter(({ path }) => byPath.get(path)?.ok);
    refused.push(...results.filter(({ ok }) => !ok));
    changed.push(...done);
    const withdrawn = done.filter(
      ({ path, status }) => status !== 'draft' && byPath.get(path)?.status === 'draft',
    );
    unfinished.push(...(await finish(withdrawn, rename.followUp)).filter(({ ok }) => !ok));
    onProgress(Math.min(documents.length, start + batchSize));
  }
  const descriptions: DescriptionBefore[] = [];
  for (const description of movedDescriptions(rename))
    descriptions.push(await renameDescription(description, rename));
  if (rename.redirects) await redirect(rename, slugOf(to));
  return { changed, descriptions, unfinished, refused };
}

/** A document that was in review stays in review. */
async function finish(
  documents: readonly DocumentSummary[],
  followUp: FollowUp,
): Promise<readonly BulkResult[]> {
  if (followUp === 'draft') return [];
  if (followUp === 'publish') return restoreStatuses(documents, 'draft');
  const paths = documents.map(({ path }) => path);
  return runInBatches(paths, (some) =>
    galley.documents.bulkStatus({ paths: some, status: 'in_review' }),
  );
}

function spellingsOf({ terms }: Pick<TermsRename, 'terms'>): string[] {
  return terms.flatMap((term) => term.spellings);
}

/** Slugs whose address changes. */
export function formerSlugs(terms: readonly Term[], to: string): string[] {
  return terms.map(({ slug }) => slug).filter((slug) => slug !== '' && slug !== slugOf(to));
}

async function redirect(rename: TermsRename, to: string | null): Promise<void> {
  const { taxonomy, terms, to: name } = rename;
  const from = formerSlugs(terms, name);
  if (from.length > 0) await galley.terms.redirect({ taxonomy, from, to });
}

/** A renamed term keeps its descriptions; a merged one does not. */
export function movedDescriptions({
  terms,
  to,
}: Pick<TermsRename, 'terms' | 'to'>): readonly TermDescription[] {
  const isMoved = terms.length === 1 && formerSlugs(terms, to).length > 0;
  return isMoved ? terms[0]!.descriptions : [];
}

interface DescriptionBefore extends Pick<TermDescription, 'path' | 'status'> {
  readonly frontmatter: Record<string, unknown>;
}

async function renameDescription(
  { path, status }: TermDescription,
  { to, terms, followUp }: TermsRename,
): Promise<DescriptionBefore> {
  const { frontmatter, raw_body: content, title, revision } = await getDocument(path);
  const isNamedAlike = terms[0]!.spellings.includes(title);
  await galley.documents.save({
    path,
    content,
    frontmatter: { ...frontmatter, slug: slugOf(to), ...(isNamedAlike && { title: to }) },
    expected_revision: revision,
  });
  if (followUp !== 'draft' && status !== 'draft') {
    const next = followUp === 'review' ? 'in_review' : status;
    await galley.documents.bulkStatus({ paths: [path], status: next });
  }
  return { path, status, frontmatter };
}

async function restoreDescription(before: DescriptionBefore): Promise<void> {
  const { path, status, frontmatter } = before;
  const { raw_body: content } = await getDocument(path);
  await galley.documents.save({ path, content, frontmatter });
  if (status !== 'draft') await galley.documents.bulkStatus({ paths: [path], status });
}

/** Restores the terms of each document, their states and the redirects. */
export async function undoRename(
  rename: TermsRename,
  { changed, descriptions }: Pick<RenameReport, 'changed' | 'descriptions'>,
): Promise<readonly BulkResult[]> {
  const groups = Map.groupBy(changed, (before) => JSON.stringify(reverseFor(before, rename)));
  const results: BulkResult[] = [];
  for (const group of groups.values()) {
    const reverse = reverseFor(group[0]!, rename);
    const paths = group.map(({ path }) => path);
    const { taxonomy } = rename;
    results.push(
      ...(await runInBatches(paths, (some) =>
        galley.documents.bulkTerms({ paths: some, taxonomy, ...reverse }),
      )),
    );
  }
  const back = new Set(results.filter(({ ok }) => ok).map(({ path }) => path));
  const restored = await restoreStatuses(
    changed.filter(({ path, status }) => back.has(path) && status !== 'draft'),
    'draft',
  );
  for (const before of descriptions) await restoreDescription(before);
  if (rename.redirects) await redirect(rename, null);
  return [...results.filter(({ ok }) => !ok), ...restored, ...untouched(results, restored)];
}

function untouched(results: readonly BulkResult[], restored: readonly BulkResult[]) {
  const told = new Set(restored.map(({ path }) => path));
  return results.filter(({ ok, path }) => ok && !told.has(path));
}

/** In the same place if the document had one spelling, else at the end of the list. */
function reverseFor(
  before: DocumentSummary,
  rename: TermsRename,
): { rename: { from: string[]; to: string } } | { add: string[]; remove: string[] } {
  const { taxonomy, to } = rename;
  const had = [before.taxonomies[taxonomy] ?? []].flat().map(String);
  const old = had.filter((term) => spellingsOf(rename).includes(term));
  const isShared = had.includes(to);
  if (old.length === 1 && !isShared) return { rename: { from: [to], to: old[0]! } };
  return { add: old, remove: isShared ? [] : [to] };
}
