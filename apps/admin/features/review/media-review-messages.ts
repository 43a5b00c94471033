import { defineMessages, withValues } from '../../lib/messages.ts';

export const mediaReviewMessages = defineMessages('mediaReview', {
  media: 'Media',
  added: 'New file',
  replaced: 'Replaced file',
  described: 'Changed details',
  deleted: 'Deleted file',
  changedBy: withValues<{ names: string }>('Changed by {names}'),
  publicVersion: 'Published version',
  pendingVersion: 'Pending version',
  nothing: 'No file',
  noPicture: 'Download to view',
  alt: 'Alt text',
  caption: 'Caption',
  none: 'None',
  approve: 'Approve',
  requestChanges: 'Request changes',
  requestTitle: withValues<{ name: string }>('Request changes to {name}'),
  requestAbout:
    'Readers keep seeing the published version. Everyone who changed the file sees your note.',
  noteAbout: 'Describe what needs to change.',
  requested: withValues<{ name: string }>('{name} requested changes'),
  ownChange: 'You changed this file, so someone else has to decide',
  approved: 'Approved. The change is public.',
  sentBack: 'Changes requested.',
  stale: 'The file has changed, so your decision wasn’t recorded. Check the new version.',
});
