import { defineProblems } from '@galley/kernel';

export const cmsProblems = defineProblems({
  cannot_listen: ['unavailable', 'The address cannot be listened on'],
  not_a_project: ['invalid', 'This folder holds no Galley project'],
  already_exists: ['conflict', 'There is one already'],
  project_exists: ['conflict', 'There is a project here already'],
});
