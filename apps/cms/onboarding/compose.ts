import { UserRepository } from '@galley/auth';
import type { ComposedDocuments } from '../documents/compose.ts';
import type { Environment } from '../environment.ts';
import type { ComposedMedia } from '../media/compose.ts';
import type { People } from '../people/compose.ts';
import type { SettingsChanges } from '../settings/settings-changes.ts';
import { Onboarding } from './onboarding.ts';

export interface OnboardingParts {
  readonly people: Pick<People, 'setup'>;
  readonly documents: Pick<ComposedDocuments, 'trash'>;
  readonly media: Pick<ComposedMedia, 'trash'>;
  readonly changes: Pick<SettingsChanges, 'current' | 'lock'>;
  readonly settings: { readonly onChange: () => Promise<void> };
}

export function composeOnboarding(
  { config, db }: Environment,
  { people, documents, media, changes, settings }: OnboardingParts,
) {
  return {
    service: new Onboarding({
      db,
      contentDirectory: config.storage.contentDirectory,
      settings: changes.current,
      settingsLock: changes.lock,
      onSettingsChange: settings.onChange,
      users: new UserRepository(db),
      setup: people.setup,
      documents: documents.trash,
      media: media.trash,
    }),
    jobs: [],
  };
}
