import type { Database } from '@galley/database';
import { editorialBlock } from '@galley/editorial';
import { isObject, own, type SiteSettings, type Values } from '@galley/settings';
import type { ContentTree } from '../tree/content-tree.ts';
import { fieldFaults } from '../store/custom-fields/field-faults.ts';
import { DocumentLocks } from '../store/document-locks.ts';
import { DocumentRepository } from '../store/document-repository.ts';
import { EditorialEventRepository } from '../store/editorial-event-repository.ts';
import type { SourceProblem } from '../document/frontmatter/source-problem.ts';
import { HistoryReadModel } from '../history/history-read-model.ts';
import { otherFolders } from '../sync/indexer.ts';
import { locateDocument, readSource } from '../document/read-document.ts';
import type { Fault, Finding } from './finding.ts';
import { forgedFields } from './forged-block.ts';

export interface ExamineOptions {
  readonly tree: ContentTree;
  readonly settings: SiteSettings;
  readonly maxBytes: number;
  /** Absent: approvals and assignments in files are not checked. */
  readonly db: Database | undefined;
}

/** Documents that are unreadable or whose `editorial` block contains false values (GAP-ED-6). */
export async function* examineTree(options: ExamineOptions): AsyncGenerator<Finding> {
  const { tree, settings } = options;
  for await (const path of tree.walk('', otherFolders)) {
    const place = locateDocument(path, settings);
    if (!place) continue;
    const { faults, block, fields } = await look(options, path);
    const misfits = fields ? await fieldMisfits(options, place.type, fields) : [];
    yield* [...faults, ...misfits, ...(await forgeries(options, path, block))].map((fault) => ({
      ...fault,
      path,
    }));
  }
}

interface Look {
  readonly faults: Fault[];
  readonly block?: unknown;
  /** Only for public and scheduled documents; drafts may be incomplete. */
  readonly fields?: Values | undefined;
}

async function look({ tree, maxBytes, settings }: ExamineOptions, path: string): Promise<Look> {
  const file = await tree.read(path, maxBytes);
  if (!file) return { faults: [] };
  if (!file.bytes) {
    return {
      faults: [
        unreadable(
          `The file has ${file.size} bytes; the limit is ${maxBytes} (limits.document_body).`,
        ),
      ],
    };
  }
  const { timeZone } = settings;
  const { problem, notice, values, status } = readSource(file.bytes, { timeZone, path });
  if (problem) {
    const { message, line, column } = problem;
    return { faults: [unreadable(`Line ${line}, column ${column}: ${message}`)] };
  }
  const said = own(values, 'fields');
  const isMeant = status === 'published' || status === 'scheduled';
  const fields = isMeant ? (isObject(said) ? said : {}) : undefined;
  const faults = notice ? [draftNotice(notice)] : [];
  return { faults, block: own(values, 'editorial') ?? undefined, fields };
}

/** GAP-SET-2. */
async function fieldMisfits(
  { db, tree, settings }: ExamineOptions,
  type: string,
  fields: Values,
): Promise<Fault[]> {
  const found = await fieldFaults({ type, fields }, { db, tree, settings });
  return found.map(({ path, message }) => ({
    severity: 'warning',
    check: 'fields',
    message: `${path} ${message}.`,
  }));
}

function draftNotice({ message, line }: SourceProblem): Fault {
  return { severity: 'warning', check: 'not_public', message: `Line ${line}: ${message}` };
}

function unreadable(message: string): Fault {
  return { severity: 'error', check: 'source', message };
}

async function forgeries(options: ExamineOptions, path: string, block: unknown): Promise<Fault[]> {
  const { db } = options;
  if (!db || block === undefined || (await blockFaults(db, path, block)).length === 0) return [];
  // Looks again under the lock, because a server may have been between writing rows and file.
  return new DocumentLocks(db).hold(path, async (connection) => {
    const again = await look(options, path);
    return again.block === undefined ? [] : blockFaults(connection, path, again.block);
  });
}

async function blockFaults(db: Database, path: string, block: unknown): Promise<Fault[]> {
  const documents = new DocumentRepository(db);
  const indexed = (await documents.find(path)) ?? (await documents.findGone(path));
  if (!indexed) return forgedFields(block, []);
  // A killed process left this write unfinished; the next start completes it.
  if (!indexed.materialised) return [];
  const { documentId, editorial } = indexed;
  const events = await new EditorialEventRepository(db).list(documentId);
  const written = await new HistoryReadModel(db).findWritten(documentId);
  return forgedFields(block, [editorialBlock(editorial, events), blockIn(written?.bytes)]);
}

function blockIn(bytes: Buffer | undefined): Values | undefined {
  const block = bytes && own(readSource(bytes).values, 'editorial');
  return isObject(block) ? block : undefined;
}
