import { defineProblems } from '@galley/kernel';

export const formProblems = defineProblems({
  form_not_found: ['not_found', 'The form does not exist'],
  form_full: ['unavailable', 'The form is full'],
});
