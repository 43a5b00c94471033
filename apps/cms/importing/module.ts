import type { contract } from '@galley/contract';
import { receiving, type Module } from '@galley/http';
import type { ImportJob, ImportRow } from '@galley/importing';
import { pageOf, paging } from '../paging.ts';
import type { SiteImports } from './site-imports.ts';

const pageSizes = { default: 100, max: 500 };

/** Operations of ADD-IMP-11. */
export function importsModule(imports: SiteImports): Module<typeof contract.imports> {
  const receiver = {
    receive: imports.receive.bind(imports),
    discard: imports.discard.bind(imports),
  };
  return {
    current: async () => {
      const job = await imports.current();
      return { import: job ? presentImport(job) : null };
    },

    upload: receiving(receiver, async ({ actor, body: { format }, upload, note }) => {
      const { name, file } = upload;
      note({ target: name, details: { format: format ?? null } });
      const job = await imports.upload(actor, { format, name, file });
      note({ target: name, details: { format: job.format } });
      return presentImport(job);
    }),

    rows: async ({ query: { id, show, q, page, limit } }) => {
      const window = paging(page, limit, pageSizes);
      const rows = (await imports.rows(id)).filter((row) => matchesFilter(row, { show, q }));
      const start = (window.page - 1) * window.pageSize;
      const items = rows.slice(start, start + window.pageSize);
      return pageOf(items.map(presentRow), window, rows.length);
    },

    start: async ({ actor, body: { id, publish = false }, note }) => {
      note({ details: { publish } });
      const job = await imports.start(actor, { id, publish });
      note({ details: { publish, batch: job.batch, source: job.source } });
      return presentImport(job);
    },

    cancel: async ({ body }) => {
      await imports.cancel(body.id);
      return { ok: true };
    },
  };
}

interface Narrowing {
  readonly show: 'new' | 'changed' | 'unchanged' | 'media' | 'skipped' | 'warning' | undefined;
  readonly q: string | undefined;
}

function matchesFilter({ kind, change, ...row }: ImportRow, { show, q = '' }: Narrowing): boolean {
  const isOfDocument = kind === 'document' && change === show;
  if (show !== undefined && kind !== show && !isOfDocument) return false;
  const wanted = q.trim().toLowerCase();
  if (wanted === '') return true;
  return [row.source, row.path, row.title].some((text) => text?.toLowerCase().includes(wanted));
}

const presentRow = (row: ImportRow) => ({ ...row, redirects: [...row.redirects] });

function presentImport(job: ImportJob) {
  const { id, state, format, signs = null, source, publish, batch, counts, total, error } = job;
  return {
    id,
    state,
    format,
    signs: signs === null ? null : [...signs],
    source,
    publish,
    batch,
    counts,
    total,
    error,
    requested_by: job.requestedBy,
    requested_at: job.requestedAt,
    updated_at: job.updatedAt,
  };
}
