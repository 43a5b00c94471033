export { startConsole, type ConsoleOptions } from './start-console.ts';
export type { ConsoleCommand } from './command-line.ts';
export type {
  AgentRow,
  ApprovalRow,
  ClaimRow,
  ConsoleView,
  EventRow,
  Listed,
  ProposalDetail,
  ProposalRow,
  RunRow,
  TaskRow,
  WorkCounts,
} from './console-view.ts';
