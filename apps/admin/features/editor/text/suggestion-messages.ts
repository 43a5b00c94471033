import { defineMessages } from '../../../lib/messages.ts';

export const suggestionMessages = defineMessages('suggestion', {
  writing: 'The AI writer is writing…',
  suggested: 'The highlighted text is a suggestion',
  none: 'Nothing was written',
  cut: 'The text was cut off at the maximum length.',
  stop: 'Stop',
  accept: 'Accept',
  refuse: 'Reject',
  close: 'Close',
  readOnly: 'You can’t edit this text right now',
});
