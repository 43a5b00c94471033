import { defineMessages, withValues } from '../../../lib/messages.ts';

export const pasteMessages = defineMessages('paste', {
  uploading: withValues<{ name: string }>('Uploading {name}…'),
  uploaded: withValues<{ name: string }>('{name} is uploaded'),
  uploadFailed: withValues<{ name: string; reason: string }>(
    '{name} could not be uploaded. {reason}',
  ),
  retry: 'Retry',
  remove: 'Remove',
  remote: withValues<{ count: number }>(
    '{count, plural, one {# image stays on its server} other {# images stay on their servers}}. Copy an image alone and paste it to store it here.',
  ),
  unreadable: withValues<{ count: number }>(
    '{count, plural, one {# image} other {# images}} could not be read from the clipboard. Copy an image alone and paste it.',
  ),
  pastedImage: 'pasted-image',
});
