import { defineProblems } from '@galley/kernel';

export const frontmatterProblems = defineProblems({
  frontmatter_broken: ['unprocessable', 'The frontmatter of this file cannot be read'],
  frontmatter_not_editable: ['unprocessable', 'The frontmatter cannot be changed this way'],
});
