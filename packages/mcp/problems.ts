import { defineProblems } from '@galley/kernel';

export const mcpProblems = defineProblems({
  scope_missing: ['forbidden', 'The token does not allow this tool'],
  invalid_input: ['invalid', 'The input of the tool is not valid'],
  repository_unavailable: ['unavailable', 'The repository cannot be read'],
  revision_not_found: ['not_found', 'There is no such revision'],
  file_not_found: ['not_found', 'There is no such file'],
  not_a_text_file: ['unprocessable', 'It is no text file'],
});
