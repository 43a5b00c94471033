import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { Onboarding } from './onboarding.ts';

export function onboardingModule(onboarding: Onboarding): Module<typeof contract.onboarding> {
  return {
    steps: async ({ actor }) => {
      const found = await onboarding.steps(actor);
      const { site, theme, people, document, page } = found;
      return {
        site_name: { done: site.isDone, title: site.title },
        theme: { done: theme.isDone, name: theme.name },
        document: {
          done: document !== undefined,
          path: document?.path ?? null,
          title: document?.title ?? '',
        },
        people: { done: people.isDone, reviewers: people.reviewers },
        publish: {
          done: page !== undefined,
          url: page?.url ?? null,
          title: page?.title ?? '',
        },
        require_approval: found.requireApproval,
        example_files: found.exampleFiles,
      };
    },

    removeExample: async ({ actor, note }) => {
      const report = await onboarding.removeExample(actor);
      note({ details: report });
      return report;
    },
  };
}
