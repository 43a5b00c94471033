import { defineMessages } from '../../../lib/messages.ts';

export const insertMessages = defineMessages({
  en: {
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
  },
  de: {
    linkTitle: 'Link',
    linkTo: 'Adresse oder Dokument',
    linkHelp: 'Geben Sie https://… ein, oder suchen Sie ein Dokument dieser Website.',
    linkText: 'Text',
    insert: 'Einfügen',
    needsAddress: 'Geben Sie eine Adresse ein',
    found: 'Dokumente',
    noneFound: 'Keine Treffer',
    pictureTitle: 'Bild',
    alt: 'Alternativtext',
    altHelp: 'Beschreiben Sie das Bild in einem Satz für alle, die es nicht sehen.',
    decorative: 'Schmuckbild',
    needsAlt: 'Geben Sie einen Alternativtext ein, oder kennzeichnen Sie es als Schmuckbild',
  },
});
