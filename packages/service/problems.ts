import { defineProblems } from '@galley/kernel';

export const serviceProblems = defineProblems({
  cannot_listen: ['unavailable', 'The address cannot be listened on'],
  not_a_project: ['invalid', 'This folder holds no Galley project'],
});
