import { existsSync } from 'node:fs';
import {
  ContentTree,
  examineTree,
  findUnwritten,
  ScheduleReadModel,
  UnwrittenReadModel,
  verifyHistory,
  type Finding,
} from '@galley/content';
import type { Database } from '@galley/database';
import { systemActor, type Clock } from '@galley/kernel';
import type { Config, SiteSettings } from '@galley/settings';
import {
  counted,
  failed,
  ok,
  warning,
  type Check,
  type DiagnosedFinding,
  type Examined,
} from './check.ts';

interface TreeOptions {
  readonly config: Config;
  readonly settings: SiteSettings;
  /** `undefined` when its rows cannot be read. */
  readonly db: Database | undefined;
}

/** Checks that all documents of the tree are readable and state correct metadata (GAP-ED-6). */
export async function treeChecks({ config, settings, db }: TreeOptions): Promise<Examined> {
  const { contentDirectory } = config.storage;
  if (!existsSync(contentDirectory)) return { checks: [], findings: [] };
  const tree = await ContentTree.open(contentDirectory);
  const maxBytes = config.limits.documentBody;
  const findings = await diagnosed(examineTree({ tree, settings, db, maxBytes }));
  const paths = (check: Finding['check']): number =>
    new Set(findings.filter((one) => one.check === check).map(({ path }) => path)).size;
  return {
    checks: [
      sourceCheck(paths('source')),
      ...notPublicChecks(paths('not_public')),
      fieldsCheck(paths('fields')),
      ...(db ? [blockCheck(paths('editorial_block'))] : []),
    ],
    findings,
  };
}

function sourceCheck(count: number): Check {
  if (count === 0) return ok('documents', 'All documents of the content tree are readable.');
  return failed('documents', {
    message: `${counted(count, 'document')} cannot be read.`,
    where: 'the files and lines below',
    why: 'Neither the site nor lists show the content of these files.',
    advice: 'Correct these lines.',
  });
}

function notPublicChecks(count: number): Check[] {
  if (count === 0) return [];
  const documents = counted(count, 'document');
  return [
    warning('not_public', {
      message: `${documents} imported from another system ${count === 1 ? 'is a draft' : 'are drafts'} because of a key that hides pages there.`,
      where: 'the files and lines below',
      why: 'Readers cannot see these documents until they are published.',
      advice: 'Publish them in the admin, or change the lines.',
    }),
  ];
}

function fieldsCheck(count: number): Check {
  const name = 'custom_fields';
  if (count === 0) return ok(name, 'The custom fields of all public documents are valid.');
  const have = count === 1 ? 'has' : 'have';
  return warning(name, {
    message: `${counted(count, 'document')} ${have} custom fields that do not fit their definitions.`,
    where: 'the fields of the files below',
    why: 'The documents stay public, but cannot be published again until their fields are valid.',
    advice: 'Fill in the fields, or change their definitions (config/custom-fields.yaml).',
  });
}

function blockCheck(count: number): Check {
  const name = 'editorial_blocks';
  if (count === 0)
    return ok(name, 'All approvals and assignments in documents match the database.');
  const claims = count === 1 ? 'claims' : 'claim';
  return warning(name, {
    message: `${counted(count, 'document')} ${claims} an approval or an assignment that the database does not know.`,
    where: 'the editorial block of the files below',
    why: 'Galley ignores such entries. They may be an attempt to bypass approval.',
    advice: 'Find out who wrote the entries. The next save of the document corrects them.',
  });
}

const overdueMs = 60_000;
const maxActions = 1_000;

export async function scheduleCheck(db: Database, clock: Clock): Promise<Check> {
  const name = 'schedules';
  const before = new Date(clock.now().getTime() - overdueMs);
  const planned = await new ScheduleReadModel(db).list(systemActor, maxActions);
  const late = planned.filter(({ dueAt }) => dueAt < before);
  const [first] = late;
  if (!first) return ok(name, 'No scheduled action is overdue.');
  const { path, act, dueAt, reason } = first;
  const others = late.length > 1 ? `, and ${late.length - 1} more` : '';
  const inTheWay = reason === null ? '' : ` (${reason})`;
  return warning(name, {
    message: `${path} should have been ${act}ed at ${dueAt.toISOString()}${inTheWay}${others}.`,
    where: path,
    why: 'Readers see content that should be hidden, or miss content that should be public.',
    advice:
      'A running server retries overdue actions. GET /documents/schedule shows why they fail.',
  });
}

export async function unwrittenCheck(db: Database): Promise<Check> {
  const name = 'unwritten';
  const path = await findUnwritten(db);
  if (path === undefined) return ok(name, 'All saved documents are in the content folder.');
  const count = await new UnwrittenReadModel(db).count();
  return warning(name, {
    message: `Changes of ${counted(count, 'document')} are saved but not yet written to the content folder, such as ${path}.`,
    where: 'storage.content_directory',
    why: 'Only the history holds these changes. Backups and git snapshots are refused until the files are written.',
    advice:
      'Free disk space, or make the folder writable for Galley. A running server then writes the files.',
  });
}

interface HistoryOptions {
  readonly db: Database;
  readonly settings: SiteSettings;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Verifies the whole retained history (GAP-DOC-12). */
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
    const message = `The histories and approval receipts of ${count} documents are intact.`;
    return { checks: [ok(name, message)], findings };
  }
  const paths = new Set(errors.map(({ path }) => path)).size;
  const check = failed(name, {
    message: `The stored history or approval receipts of ${paths} of ${count} documents have been altered.`,
    where: 'the entries below',
    why: 'Authorship and approvals of these documents are no longer proven.',
    advice: 'Compare with a backup, and find out who had access to the database.',
  });
  return { checks: [check], findings };
}

async function diagnosed(findings: AsyncIterable<Finding>): Promise<DiagnosedFinding[]> {
  const all: DiagnosedFinding[] = [];
  for await (const { documentId, ...finding } of findings) {
    all.push({ ...finding, ...(documentId !== undefined && { document_id: documentId }) });
  }
  return all;
}
