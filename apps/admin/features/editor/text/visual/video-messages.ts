import { defineMessages, withValues } from '../../../../lib/messages.ts';

export const videoMessages = defineMessages('video', {
  choosePoster: 'Choose poster',
  replacePoster: 'Replace poster',
  removePoster: 'Remove poster',
  addCaptions: 'Add captions',
  removeCaptions: withValues<{ label: string }>('Remove captions: {label}'),
});
