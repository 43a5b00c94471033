import { defineProblems } from '@galley/kernel';

export const exportProblems = defineProblems({
  export_destination_refused: ['conflict', 'The destination of the export cannot be used'],
});
