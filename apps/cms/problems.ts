import { defineProblems } from '@galley/kernel';

export const cmsProblems = defineProblems({
  already_exists: ['conflict', 'It already exists'],
  project_exists: ['conflict', 'There is a project here already'],
  workers_died: ['unavailable', 'The workers of the server cannot be kept alive'],
});
