import { defineProblems } from '@galley/kernel';

export const serviceProblems = defineProblems({
  foreign_tree: ['unavailable', 'The content folder is not the one of the database'],
  cannot_listen: ['unavailable', 'The address cannot be listened on'],
  not_a_project: ['invalid', 'This folder holds no Galley project'],
});
