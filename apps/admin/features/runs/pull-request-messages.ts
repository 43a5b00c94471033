import { defineMessages } from '../../lib/messages.ts';

export const pullRequestMessages = defineMessages({
  en: {
    title: 'Pull request',
    opening: 'Pull request: not open yet',
    open: 'Pull request: open',
    merged: 'Pull request: merged',
    closed: 'Pull request: closed',
    branch: 'Branch',
    link: (number: number) => `Open pull request #${number}`,
  },
  de: {
    title: 'Pull-Request',
    opening: 'Pull-Request: noch nicht offen',
    open: 'Pull-Request: offen',
    merged: 'Pull-Request: gemergt',
    closed: 'Pull-Request: geschlossen',
    branch: 'Branch',
    link: (number: number) => `Pull-Request #${number} öffnen`,
  },
});
