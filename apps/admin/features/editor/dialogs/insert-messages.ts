import { defineMessages } from '../../../lib/messages.ts';

export const insertMessages = defineMessages('insert', {
  linkTitle: 'Link',
  linkTo: 'Address or document',
  linkHelp: 'Enter https://… or search for a document on this site.',
  linkText: 'Text',
  insert: 'Insert',
  needsAddress: 'Enter an address',
  found: 'Documents',
  noneFound: 'No matching documents',
  pictureTitle: 'Image',
  alt: 'Alt text',
  altHelp: 'Describe the image for people who can’t see it, in one sentence.',
  decorative: 'Decorative image',
  needsAlt: 'Enter alt text, or mark the image as decorative',
});
