import type { Mending } from '../mending/mending.ts';
import type { WorkTable } from '../table/work-table.ts';

/** What an agent has at hand for its duty. */
export interface Desk {
  readonly table: WorkTable;
  readonly mending: Mending;
  /** The commit that the repository is shown at. */
  readonly revision: string;
  /** The agent decides with a model what rules leave open. */
  readonly hasModel: boolean;
  readonly log: (line: string) => void;
  /** Throws when the agent is to stop; asked wherever nothing is half done. */
  readonly safePoint: () => void;
}
