import { z } from 'zod';
import { defineNoun } from './operation.ts';

const manage = { capability: 'config.manage' } as const;
const done = z.boolean();

export const onboarding = defineNoun('onboarding', {
  steps: {
    get: '/onboarding',
    access: manage,
    summary: 'First steps of a new site, as far as they are done',
    answer: z
      .object({
        site_name: z.object({ done, title: z.string() }),
        theme: z.object({ done, name: z.string() }).meta({
          description: '`done`: `config/site.yaml` names a theme or has settings of a theme.',
        }),
        document: z.object({
          done,
          path: z.string().nullable().meta({
            description:
              'The newest document beyond the example that is not public, else the newest; null without any.',
          }),
          title: z.string(),
        }),
        people: z.object({
          done,
          reviewers: z
            .int()
            .meta({ description: 'Other enabled users who can review all documents.' }),
        }),
        publish: z.object({
          done,
          url: z.string().nullable().meta({
            description: 'Address of the page published last, unless it is one of the example.',
          }),
          title: z.string(),
        }),
        require_approval: z.boolean(),
        example_files: z.int().meta({
          description: 'Unchanged documents and images of the example site.',
        }),
      })
      .meta({ id: 'OnboardingSteps' }),
    problems: [],
    example: {},
  },

  removeExample: {
    post: '/onboarding/remove-example',
    access: manage,
    audited: { action: 'example.remove' },
    summary:
      'Move unchanged documents and images of the example site to the trash, and reset its unchanged settings',
    answer: z
      .object({
        removed: z.int(),
        kept: z
          .int()
          .meta({ description: 'Files of the example that were changed, or that are in use.' }),
      })
      .meta({ id: 'RemovedExample' }),
    problems: ['forbidden', 'settings_not_written', 'stale_revision', 'invalid_site_settings'],
    example: {},
  },
});
