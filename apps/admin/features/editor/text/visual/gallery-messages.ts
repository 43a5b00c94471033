import { defineMessages, withValues } from '../../../../lib/messages.ts';

export const galleryMessages = defineMessages('gallery', {
  gallery: 'Gallery',
  place: withValues<{ place: number }>('Picture {place}'),
  moveBack: 'Move back',
  moveOn: 'Move on',
  remove: 'Remove',
});
