import { defineMessages, withValues } from '../lib/messages.ts';

export const fieldMessages = defineMessages('field', {
  none: 'Not set',
  yes: 'Yes',
  no: 'No',
  byDefault: withValues<{ value: string }>('If empty: {value}'),
  addRow: 'Add',
  row: withValues<{ place: number }>('Entry {place}'),
  noRows: 'No entries yet.',
  moveUp: withValues<{ what: string }>('Move {what} up'),
  moveDown: withValues<{ what: string }>('Move {what} down'),
  remove: withValues<{ what: string }>('Remove {what}'),
  show: withValues<{ what: string }>('Show {what}'),
  hide: withValues<{ what: string }>('Hide {what}'),
  isFirst: 'Already first',
  isLast: 'Already last',
  atMost: withValues<{ most: number }>('At most {most} entries'),
  moved: withValues<{ what: string; place: number; count: number }>(
    'Moved {what} to position {place} of {count}',
  ),
  removed: withValues<{ what: string }>('{what} removed'),
  colour: withValues<{ what: string }>('{what}: choose a colour'),
  picture: withValues<{ name: string }>('Preview of {name}'),
  notFound: 'File not found in the media library.',
  findMedia: 'Enter a path or search',
  pickMedia: 'Choose from the library…',
  findDocument: 'Search for a document…',
  clear: 'Clear',
  stars: withValues<{ count: number; most: number }>('{count} of {most}'),
  pluginAbsent: withValues<{ plugin: string }>(
    'The plugin {plugin} isn’t running. The value is kept, and can be edited when it runs again.',
  ),
});
