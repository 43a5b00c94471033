export { runCommand, type CommandParts } from './command.ts';
export { exitCodes, type Ending } from './agent-failure.ts';
