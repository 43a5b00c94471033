import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { freeForm, okResponse, text } from './shapes.ts';

const manage = { capability: 'config.manage' } as const;

const types = freeForm.meta({
  description:
    'By content type, a list of fields: `name type label required default help options multiple min max whole to fields`.',
});

const shared = freeForm.meta({
  description: '`fields`, as of a content type, and `values`, which all documents share.',
});

export const customFields = defineNoun('custom_fields', {
  get: {
    get: '/custom-fields',
    access: manage,
    summary:
      'The fields that documents have beside their text, and the values that all of them share',
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
      'Define other fields, or share other values; what `/custom-fields` answers may be sent back',
    body: z
      .strictObject({
        types: types.optional(),
        shared: shared.optional(),
        revision: text().optional().meta({ description: 'As `expected_revision`.' }),
        expected_revision: text()
          .optional()
          .meta({ description: 'Refuse the save when the file is at another one.' }),
      })
      .refine((body) => body.types !== undefined || body.shared !== undefined, {
        message: 'types or shared is needed; what is left out stays as it is',
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
