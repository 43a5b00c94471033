import type { ContentService } from '@galley/content';
import {
  ImportBatch,
  importMessage,
  readSource,
  type ImportCounts,
  type ImportJob,
  type ImportReport,
} from '@galley/importing';
import { DomainError, may, systemActor, type Actor, type AuditLog } from '@galley/kernel';
import type { Media } from '@galley/media';
import type { SettingsService, SiteSettings } from '@galley/settings';

export interface ImportRunnerOptions {
  readonly content: ContentService;
  readonly media: Media['service'];
  readonly forms: Pick<SettingsService, 'form' | 'save'>;
  readonly settings: () => SiteSettings;
  readonly audit: AuditLog;
  readonly maxMediaBytes: number;
}

export interface ImportRun {
  /** A folder, or the file of an export. */
  readonly path: string;
  readonly media?: string | undefined;
  readonly temporary: string;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress: (counts: ImportCounts) => void | Promise<void>;
}

export interface ImportOutcome {
  /** Also of an import that failed: up to there. */
  readonly report: ImportReport;
  readonly counts: ImportCounts;
  /** Absent when the import is complete. */
  readonly error?: Error;
}

/** Runs an import, or its dry run, and records the import in the audit log. */
export class ImportRunner {
  readonly #options: ImportRunnerOptions;

  constructor(options: ImportRunnerOptions) {
    this.#options = options;
  }

  async run(job: ImportJob, { onProgress, ...source }: ImportRun): Promise<ImportOutcome> {
    const { content, media, forms, settings, maxMediaBytes } = this.#options;
    const { format, publish, batch } = job;
    const actor = actorOf(job);
    const mayChangeMenus = job.systemUser !== null || may(personOf(job), 'config.manage');
    const run = new ImportBatch({
      actor,
      content,
      media: { service: media, maxBytes: maxMediaBytes },
      forms,
      settings: settings(),
      format,
      batch: batch ?? '',
      isDryRun: job.state === 'reading',
      publish,
      menuRefusal: mayChangeMenus ? undefined : 'your role may not change settings.',
      onProgress,
    });
    let error: Error | undefined;
    try {
      await run.run(readSource({ format, ...source }));
    } catch (failure) {
      error = failure instanceof Error ? failure : new Error(String(failure));
    }
    const [report, counts] = [run.report(), run.counts()];
    if (job.state === 'importing') await this.#record(job, counts, error !== undefined);
    return { report, counts, ...(error !== undefined && { error }) };
  }

  /** For an import whose process was killed. The history knows the pages of its last moment, too. */
  async recordInterrupted(job: ImportJob): Promise<void> {
    const { batch, requestedAt, counts } = job;
    const written = await this.#options.content.countNoted({
      prefix: importMessage,
      part: ` (${batch}, source `,
      since: new Date(requestedAt),
    });
    await this.#record(job, { ...counts, new: written, changed: 0 }, true);
  }

  async #record(job: ImportJob, counts: ImportCounts, interrupted: boolean): Promise<void> {
    const { media, menus, skipped } = counts;
    const { source, systemUser, requestedBy, batch } = job;
    const by =
      systemUser === null ? { by: 'admin' } : { by: 'command line', system_user: systemUser };
    const pages = counts.new + counts.changed;
    await this.#options.audit.record({
      action: 'content.import',
      actor: requestedBy,
      target: batch ?? '',
      outcome: 'success',
      address: '',
      requestId: '',
      details: { source, pages, media, menus, skipped, interrupted, ...by },
    });
  }
}

/**
 * Owner of imported documents is Galley. The person who imports counts as a contributor (ADD-IMP-12). Another person may
 * start what a dry run has read, so its rights are checked at the start.
 */
function actorOf(job: ImportJob): Actor {
  const { systemUser, requestedBy, state } = job;
  if (systemUser !== null) return systemActor;
  if (state === 'reading') return { ...systemActor, onBehalfOf: [requestedBy] };
  return { ...systemActor, onBehalfOf: [requestedBy], within: [personOf(job)] };
}

function personOf({ requestedBy: username, grants }: ImportJob): Actor {
  const unused = { name: '', email: '', role: '' };
  return { ...unused, kind: 'user', username, grants: new Set(grants) };
}

/** As a sentence for people, without folders of the server. */
export function describeImportError(
  error: unknown,
  { source, path, temporary }: Pick<ImportJob, 'source'> & Pick<ImportRun, 'path' | 'temporary'>,
): string {
  if (!(error instanceof DomainError))
    return 'An unexpected error ended the import. The log of the server has the details.';
  const unpacked = RegExp.escape(`${temporary}/unpacked-`);
  const sentence = error.message.replace(/[^.!?]$/, '$&.');
  return sentence
    .replaceAll(path, source)
    .replace(new RegExp(`${unpacked}[A-Za-z0-9]+(/)?`, 'g'), (_found, below?: string) =>
      below === undefined ? source : '',
    );
}
