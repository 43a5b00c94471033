import { defineMessages, withValues } from '../../lib/messages.ts';

export const formMessages = defineMessages('forms', {
  forms: 'Forms',
  about: 'What visitors have sent with the forms of your site.',
  none: 'No forms yet',
  noneText: withValues<{ code: string }>(
    'Define a form in the settings, and write {code} where a page should show it.',
  ),
  define: 'Define forms',
  tab: withValues<{ title: string; count: number }>('{title} ({count, number})'),
  noEntries: 'No entries yet',
  noEntriesText: 'Entries appear here as soon as a visitor sends the form.',
  entries: withValues<{ count: number }>('{count, plural, one {# entry} other {# entries}}'),
  retention: withValues<{ days: number }>(
    'Entries are deleted after {days, plural, one {# day} other {# days}}.',
  ),
  removed: 'This form is no longer in the settings.',
  full: 'This form is full and refuses further entries. Download the entries and delete them.',
  csv: 'Download CSV',
  downloaded: 'Entries downloaded',
  deleteAll: 'Delete all',
  deleteAllTitle: withValues<{ count: number }>(
    '{count, plural, one {Delete # entry?} other {Delete # entries?}}',
  ),
  deleteAllText: 'They cannot be restored. Entries that arrived in the meantime stay.',
  deletedAll: withValues<{ count: number }>(
    '{count, plural, one {# entry deleted} other {# entries deleted}}',
  ),
  delete: 'Delete',
  deleteOf: withValues<{ when: string }>('Delete the entry of {when}'),
  deleteTitle: 'Delete this entry?',
  deleteText: 'It cannot be restored.',
  deleted: 'Entry deleted',
  noValues: 'Empty',
});
