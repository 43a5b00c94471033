import { defineProblems } from '@galley/kernel';

export const serviceProblems = defineProblems({
  foreign_tree: ['unavailable', 'The content folder belongs to another database'],
  cannot_listen: ['unavailable', 'The server cannot listen on the address'],
  not_a_project: ['invalid', 'The folder contains no Galley project'],
});
