import { defineProblems } from '@galley/kernel';

export const mcpProblems = defineProblems({
  scope_missing: ['forbidden', 'The token does not allow this tool'],
  invalid_input: ['invalid', 'The tool input is not valid'],
  repository_unavailable: ['unavailable', 'The repository cannot be read'],
  revision_not_found: ['not_found', 'Revision not found'],
  file_not_found: ['not_found', 'File not found'],
  not_a_text_file: ['unprocessable', 'Not a text file'],
});
