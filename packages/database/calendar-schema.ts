import type { ColumnType } from 'kysely';

/** When people should have finished a document (ADD-CAL-1). */
interface DeadlinesTable {
  document_id: number;
  /** `YYYY-MM-DD` in the time zone of the site; read as `due_on::text`. */
  due_on: ColumnType<never, string, string>;
  set_by: string;
  set_at: Date;
  /** Last reminder sent for `due_on`. */
  reminded: 'due_soon' | 'overdue' | null;
}

/** Secret addresses at which calendar programs read (ADD-CAL-4). */
interface CalendarFeedsTable {
  username: string;
  /** SHA-256 of the token in the address. */
  token_hash: string;
  created_at: Date;
}

export interface CalendarSchema {
  deadlines: DeadlinesTable;
  calendar_feeds: CalendarFeedsTable;
}
