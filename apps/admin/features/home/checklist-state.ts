import type { OnboardingSteps } from '@galley/sdk';
import { queryOptions } from '@tanstack/react-query';
import { galley } from '../../lib/galley.ts';
import { readPreference, storePreference } from '../../lib/local-preference.ts';
import { createStore } from '../../lib/store.ts';

export const onboardingQuery = queryOptions({
  queryKey: ['onboarding'],
  queryFn: ({ signal }) => galley.onboarding.steps({}, { signal }),
  // Other pages change the state: it is read again whenever Home opens.
  staleTime: 0,
});

/** `open`: shown in this browser before, and therefore until all steps are done. */
type Choice = 'open' | 'hidden' | '';

export const checklistChoice = createStore<Choice>(readChoice());
checklistChoice.subscribe(() => storePreference('first-steps', checklistChoice.get()));

function readChoice(): Choice {
  const stored = readPreference('first-steps');
  return stored === 'open' || stored === 'hidden' ? stored : '';
}

/** A site that has published is no new site. */
export function isChecklistVisible(choice: Choice, steps: OnboardingSteps | undefined): boolean {
  return choice === 'open' || (choice === '' && steps?.publish.done === false);
}

export function isChecklistDone(steps: OnboardingSteps): boolean {
  const { site_name: name, theme, document, people, publish } = steps;
  return [name, theme, document, people, publish].every(({ done }) => done);
}
