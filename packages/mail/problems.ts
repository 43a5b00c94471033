import { defineProblems } from '@galley/kernel';

export const mailProblems = defineProblems({
  mail_not_configured: ['conflict', 'Sending mail is not set up'],
  mail_not_found: ['not_found', 'The message does not exist'],
  mail_removed: ['conflict', 'The text of the message has been removed'],
});
