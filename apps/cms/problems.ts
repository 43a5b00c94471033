import { defineProblems } from '@galley/kernel';

export const cmsProblems = defineProblems({
  already_exists: ['conflict', 'It already exists'],
  project_exists: ['conflict', 'The folder already contains a project'],
  workers_died: ['unavailable', 'The server workers keep failing'],
});
