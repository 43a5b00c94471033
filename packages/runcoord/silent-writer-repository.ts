import { sql } from 'kysely';

const longestSilence = '5s';

/**
 * To be selected where a transaction takes what others wait for: a writer that is heard nothing more of, because its
 * process stands still or its machine is gone, is ended by the database then, and keeps nobody waiting for longer.
 */
export const endsWhenSilent = sql<string>`set_config('idle_in_transaction_session_timeout', ${sql.lit(longestSilence)}, true)`;
