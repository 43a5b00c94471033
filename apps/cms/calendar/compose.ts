import type { SiteSettings } from '@galley/settings';
import type { ComposedDocuments } from '../documents/compose.ts';
import type { Environment } from '../environment.ts';
import type { Mail } from '../mail/compose.ts';
import { CalendarFeeds } from './calendar-feeds.ts';

export interface CalendarParts {
  readonly documents: Pick<ComposedDocuments, 'deadlines'>;
  readonly mail: Pick<Mail, 'adminAddress'>;
  readonly settings: () => SiteSettings;
}

export function composeCalendar(
  { db, clock }: Environment,
  { documents, mail, settings }: CalendarParts,
) {
  const { deadlines } = documents;
  return {
    feeds: new CalendarFeeds({ db, clock, deadlines, settings, ...mail }),
    jobs: [deadlines.loop],
  };
}
