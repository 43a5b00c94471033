import type { Mending } from '../mending/mending.ts';
import type { WorkTable } from '../table/work-table.ts';

export interface TurnContext {
  readonly table: WorkTable;
  readonly mending: Mending;
  /** Commit of the checkout. */
  readonly revision: string;
  readonly hasModel: boolean;
  readonly log: (line: string) => void;
  readonly safePoint: () => void;
}
