import { existsSync } from 'node:fs';
import {
  ContentTree,
  examineTree,
  ScheduleReadModel,
  verifyHistory,
  type Finding,
} from '@galley/content';
import type { Database } from '@galley/database';
import { systemActor, type Clock } from '@galley/kernel';
import type { Config, SiteSettings } from '@galley/settings';
import { failed, ok, warning, type Check, type DiagnosedFinding } from './check.ts';

export interface Examined {
  readonly checks: readonly Check[];
  readonly findings: readonly DiagnosedFinding[];
}

interface TreeOptions {
  readonly config: Config;
  readonly settings: SiteSettings;
  /** Undefined when its rows cannot be looked at. */
  readonly db: Database | undefined;
}

/** Whether all documents of the tree can be read, and say of themselves what is so (GAP-ED-6). */
export async function treeChecks({ config, settings, db }: TreeOptions): Promise<Examined> {
  const { contentDirectory } = config.storage;
  if (!existsSync(contentDirectory)) return { checks: [], findings: [] };
  const tree = await ContentTree.open(contentDirectory);
  const maxBytes = config.limits.documentBody;
  const findings = await diagnosed(examineTree({ tree, settings, db, maxBytes }));
  const paths = (check: Finding['check']): number =>
    new Set(findings.filter((one) => one.check === check).map(({ path }) => path)).size;
  return {
    checks: [sourceCheck(paths('source')), ...(db ? [blockCheck(paths('editorial_block'))] : [])],
    findings,
  };
}

function sourceCheck(count: number): Check {
  if (count === 0) return ok('documents', 'Every document of the content tree can be read.');
  const message = `${documents(count)} cannot be read.`;
  return failed(
    'documents',
    message,
    'Mend the lines below; until then, what they say changes nothing.',
  );
}

function blockCheck(count: number): Check {
  const name = 'editorial_blocks';
  if (count === 0)
    return ok(name, 'No document claims an approval or an assignment that it does not have.');
  const message = `${documents(count)} claim an approval or an assignment that the database does not know.`;
  return warning(name, message, 'Find out who wrote that. It counts for nothing.');
}

function documents(count: number): string {
  return count === 1 ? 'One document' : `${count} documents`;
}

const patienceMilliseconds = 60_000;
const mostActs = 1_000;

/** Whether what was to be published or taken off by now has been. */
export async function scheduleCheck(db: Database, clock: Clock): Promise<Check> {
  const name = 'schedules';
  const before = new Date(clock.now().getTime() - patienceMilliseconds);
  const planned = await new ScheduleReadModel(db).list(systemActor, mostActs);
  const late = planned.filter(({ dueAt }) => dueAt < before);
  const [first] = late;
  if (!first) return ok(name, 'Nothing is overdue.');
  const { path, act, dueAt, reason } = first;
  const others = late.length > 1 ? `, and ${late.length - 1} more` : '';
  const why = reason === null ? '' : ` (${reason})`;
  return warning(
    name,
    `${path} was to be ${act}ed at ${dueAt.toISOString()}${why}${others}.`,
    'A running server does what is overdue; see GET /documents/schedule for what is in the way.',
  );
}

interface HistoryOptions {
  readonly db: Database;
  readonly settings: SiteSettings;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Whether everything that is retained adds up (GAP-DOC-12). */
export async function historyChecks(options: HistoryOptions): Promise<Examined> {
  let count = 0;
  const onProgress = (done: number, total: number): void => {
    count = done;
    options.onProgress?.(done, total);
  };
  const findings = await diagnosed(verifyHistory({ ...options, onProgress }));
  const errors = findings.filter(({ severity }) => severity === 'error');
  const name = 'history';
  if (errors.length === 0) {
    const message = `The histories of ${count} documents add up, and so do the receipts of approvals.`;
    return { checks: [ok(name, message)], findings };
  }
  const paths = new Set(errors.map(({ path }) => path)).size;
  const message = `What is retained of ${paths} of ${count} documents has been changed.`;
  const advice = 'Compare with a backup, and find out who has had the database.';
  return { checks: [failed(name, message, advice)], findings };
}

async function diagnosed(findings: AsyncIterable<Finding>): Promise<DiagnosedFinding[]> {
  const all: DiagnosedFinding[] = [];
  for await (const { documentId, ...finding } of findings) {
    all.push({ ...finding, ...(documentId !== undefined && { document_id: documentId }) });
  }
  return all;
}
