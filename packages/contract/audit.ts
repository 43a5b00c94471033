import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, freeForm, integerParameter, text } from './shapes.ts';

const auditEntry = z
  .object({
    id: z.string(),
    actor: z.string(),
    action: z.string(),
    target: z.string(),
    outcome: z.enum(['success', 'denied']),
    address: z.string(),
    request_id: z.string(),
    details: freeForm,
    timestamp: dateTime,
  })
  .meta({ id: 'AuditEntry' });

const instant = () => z.iso.datetime({ offset: true });

const filters = {
  actor: text().max(200).optional(),
  action: text().max(200).optional(),
  target: text().max(1_000).optional(),
  outcome: z.enum(['success', 'denied']).optional(),
  from: instant().optional().meta({ description: 'Earliest time, inclusive' }),
  to: instant().optional().meta({ description: 'Latest time, exclusive' }),
};

export const audit = defineNoun('audit', {
  list: {
    get: '/audit',
    access: { capability: 'audit.read' },
    summary: 'Audit entries of successful and denied actions, newest first',
    query: z.strictObject({
      limit: integerParameter(1).optional(),
      offset: integerParameter(0).optional(),
      ...filters,
    }),
    answer: z.array(auditEntry),
    problems: [],
    example: {},
  },

  export: {
    get: '/audit/export',
    access: { capability: 'audit.read' },
    summary: 'Export the audit entries that match the filters as one file, newest first',
    query: z.strictObject({ format: z.enum(['csv', 'ndjson']), ...filters }),
    answer: auditEntry,
    streams: ['text/csv', 'application/x-ndjson'],
    problems: [],
    example: { query: { format: 'csv' } },
  },
});
