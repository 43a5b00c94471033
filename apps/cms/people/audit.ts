import { stringify } from 'csv-stringify/sync';
import type { AuditFilters, AuditReadModel } from '@galley/auth';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { presentAuditEntry } from './present-people.ts';

const maxEntries = 1_000;
const defaultEntries = 200;

export function auditModule(auditEntries: AuditReadModel): Module<typeof contract.audit> {
  return {
    list: async ({ query: { limit, offset = 0, ...filter } }) => {
      const found = await auditEntries.list({
        ...filterOf(filter),
        limit: Math.min(limit ?? defaultEntries, maxEntries),
        offset,
      });
      return found.map(presentAuditEntry);
    },

    export: ({ query: { format, ...filter } }) => {
      const batches = auditEntries.export(filterOf(filter));
      return Promise.resolve(
        format === 'csv'
          ? {
              contentType: 'text/csv; charset=utf-8',
              filename: 'audit.csv',
              chunks: toCsv(batches),
            }
          : {
              contentType: 'application/x-ndjson',
              filename: 'audit.ndjson',
              chunks: toJsonLines(batches),
            },
      );
    },
  };
}

interface WireFilter extends Omit<AuditFilters, 'from' | 'to'> {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

function filterOf({ from, to, ...rest }: WireFilter): AuditFilters {
  const time = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return { ...rest, from: time(from), to: time(to) };
}

type Batches = ReturnType<AuditReadModel['export']>;

const columns = [
  'id',
  'timestamp',
  'actor',
  'action',
  'target',
  'outcome',
  'address',
  'request_id',
  'details',
];

/** Escapes cells that a spreadsheet would run as a formula, since they contain user input. */
async function* toCsv(batches: Batches): AsyncGenerator<string> {
  yield stringify([columns]);
  for await (const batch of batches) {
    const rows = batch.map((entry) => {
      const shown = presentAuditEntry(entry);
      return { ...shown, details: JSON.stringify(shown.details) };
    });
    yield stringify(rows, { columns, escape_formulas: true });
  }
}

async function* toJsonLines(batches: Batches): AsyncGenerator<string> {
  for await (const batch of batches) {
    yield batch.map((entry) => `${JSON.stringify(presentAuditEntry(entry))}\n`).join('');
  }
}
