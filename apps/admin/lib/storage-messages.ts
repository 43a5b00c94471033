import { defineMessages, withValues } from './messages.ts';

export const storageMessages = defineMessages('storage', {
  title: 'Saved, but not in the content folder yet',
  text: withValues<{ cause: string }>(
    'The content folder can’t be written ({cause}). Your text is in the history; Galley writes the file as soon as it can.',
  ),
  unwritten: withValues<{ count: number; cause: string }>(
    '{count, plural, one {# saved document is} other {# saved documents are}} not in the content folder yet: it can’t be written ({cause}). Their text is in the history; Galley writes the files as soon as it can.',
  ),
  unwrittenTitle: 'The content folder can’t be written',
  disk_full: 'disk full',
  read_only: 'read-only',
  not_permitted: 'no permission',
  too_many_files: 'too many open files',
  in_the_way: 'another file or folder is in the way',
  disk_error: 'disk error',
  unknown: 'see the log',
});
