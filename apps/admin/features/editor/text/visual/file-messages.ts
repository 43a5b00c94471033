import { defineMessages } from '../../../../lib/messages.ts';

export const fileMessages = defineMessages('file', {
  file: 'File',
  name: 'Name',
  open: 'Open',
  missing: 'Not in the media library',
});
