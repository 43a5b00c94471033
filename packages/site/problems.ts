import { defineProblems } from '@galley/kernel';

/** Problems that themes can have. */
export const siteProblems = defineProblems({
  theme_not_found: ['not_found', 'There is no such theme'],
  invalid_theme: ['unprocessable', 'The theme cannot be used'],
});
