import { z } from 'zod';
import { faultIssue, fieldFault } from '@galley/kernel';
import { defineNoun } from './operation.ts';
import { freeForm, okResponse, text } from './shapes.ts';

const manage = { capability: 'config.manage' } as const;

const types = freeForm.meta({
  description:
    'Fields by content type. Each field has `name label type required default help options multiple min max whole to fields group input format`.',
});

const shared = freeForm.meta({
  description: '`fields`, as for a content type, and `values`, which all documents share.',
});

export const customFields = defineNoun('custom_fields', {
  get: {
    get: '/custom-fields',
    access: manage,
    summary: 'Custom fields of documents, and the values that all documents share',
    answer: z
      .object({
        types,
        shared,
        revision: z.string().meta({ description: 'Of `config/custom-fields.yaml`.' }),
      })
      .meta({ id: 'CustomFields' }),
    problems: ['invalid_custom_fields'],
    example: {},
  },

  save: {
    post: '/custom-fields/save',
    access: manage,
    audited: { action: 'custom_fields.save' },
    bodyLimit: 'document',
    summary:
      'Replace the custom fields or the shared values; accepts the response of `GET /custom-fields`',
    body: z
      .strictObject({
        types: types.optional(),
        shared: shared.optional(),
        revision: text().optional().meta({ description: 'As `expected_revision`.' }),
        expected_revision: text()
          .optional()
          .meta({ description: 'Refuse the save if the file has a different revision.' }),
      })
      .refine((body) => body.types !== undefined || body.shared !== undefined, {
        ...faultIssue(fieldFault('at_least_one_required', { keys: ['types', 'shared'] })),
        path: ['types'],
      }),
    answer: okResponse,
    problems: [
      'invalid_fields',
      'stale_revision',
      'settings_not_editable',
      'settings_not_written',
      'invalid_custom_fields',
    ],
    example: { body: { types: {} } },
  },
});
