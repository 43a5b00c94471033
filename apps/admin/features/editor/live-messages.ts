import { defineMessages, withValues } from '../../lib/messages.ts';

export const liveMessages = defineMessages('live', {
  shown: 'The page shows it now.',
  undo: 'Undo',
  bothChanged:
    'You have unsaved changes. Merge both versions now, or continue writing and merge when you save.',
  merge: 'Merge',
  compare: 'Compare',
  merged: 'Both versions merged. Check the text, then save.',
  trashed: withValues<{ name: string }>('{name} moved this document to the trash'),
  removed: withValues<{ name: string }>('{name} deleted the file of this document'),
  goneText: 'Your text stays here and is backed up. To keep it, copy it into a new document.',
});
