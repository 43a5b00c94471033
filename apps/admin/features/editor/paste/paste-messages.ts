import { defineMessages, formatCount } from '../../../lib/messages.ts';

export const pasteMessages = defineMessages({
  en: {
    uploading: (name: string) => `Uploading ${name}…`,
    uploaded: (name: string) => `${name} is uploaded`,
    uploadFailed: (name: string, reason: string) => `${name} could not be uploaded. ${reason}`,
    retry: 'Retry',
    remove: 'Remove',
    remote: (count: number) =>
      `${formatCount(count, 'image stays on its server', 'images stay on their servers')}. Copy an image alone and paste it to store it here.`,
    unreadable: (count: number) =>
      `${formatCount(count, 'image', 'images')} could not be read from the clipboard. Copy an image alone and paste it.`,
    pastedImage: 'pasted-image',
  },
  de: {
    uploading: (name: string) => `${name} wird hochgeladen…`,
    uploaded: (name: string) => `${name} ist hochgeladen`,
    uploadFailed: (name: string, reason: string) =>
      `${name} konnte nicht hochgeladen werden. ${reason}`,
    retry: 'Erneut versuchen',
    remove: 'Entfernen',
    remote: (count: number) =>
      `${formatCount(count, 'Bild bleibt auf seinem Server', 'Bilder bleiben auf ihren Servern')}. Kopieren Sie ein Bild allein, um es hier zu speichern.`,
    unreadable: (count: number) =>
      `${formatCount(count, 'Bild war', 'Bilder waren')} in der Zwischenablage nicht lesbar. Kopieren Sie ein Bild allein.`,
    pastedImage: 'eingefuegtes-bild',
  },
});
