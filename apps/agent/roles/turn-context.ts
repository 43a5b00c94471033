import type { Mending } from '../mending/mending.ts';
import type { WorkTable } from '../table/work-table.ts';

export interface TurnContext {
  readonly table: WorkTable;
  readonly mending: Mending;
  /** Commit of the checked out repository. */
  readonly revision: string;
  /** A model decides what the rules leave open. */
  readonly hasModel: boolean;
  readonly log: (line: string) => void;
  /** Throws if the agent must stop; called between steps that must not be interrupted. */
  readonly safePoint: () => void;
}
