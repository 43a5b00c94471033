export { renderCommandReference } from './command-reference.ts';
export { run } from './run.ts';
