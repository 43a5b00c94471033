import { defineWords } from '../../../lib/words.ts';

export const insertWords = defineWords({
  en: {
    linkTitle: 'Link',
    linkTo: 'Address, or words of a document',
    linkHelp: 'Type https://… or look for a document of this site.',
    linkText: 'Text',
    insert: 'Insert',
    needsAddress: 'Say where it leads',
    found: 'Documents',
    noneFound: 'No document has these words',
    pictureTitle: 'Picture',
    alt: 'Text for those who do not see it',
    altHelp: 'What the picture shows, in a sentence. Leave it empty for decoration only.',
    decorative: 'It is decoration alone',
    needsAlt: 'Say what it shows, or that it is decoration alone',
  },
  de: {
    linkTitle: 'Link',
    linkTo: 'Adresse, oder Wörter aus einem Dokument',
    linkHelp: 'Tippen Sie https://… oder suchen Sie ein Dokument dieser Website.',
    linkText: 'Text',
    insert: 'Einfügen',
    needsAddress: 'Sagen Sie, wohin er führt',
    found: 'Dokumente',
    noneFound: 'Kein Dokument enthält diese Wörter',
    pictureTitle: 'Bild',
    alt: 'Text für alle, die es nicht sehen',
    altHelp: 'Was das Bild zeigt, in einem Satz. Leer nur bei reinem Schmuck.',
    decorative: 'Es ist reiner Schmuck',
    needsAlt: 'Sagen Sie, was es zeigt, oder dass es reiner Schmuck ist',
  },
});
