import { sql } from 'kysely';

const idleTimeout = '5s';

/**
 * Selected wherever a transaction takes a lock that others wait for. PostgreSQL then ends a writer that goes silent,
 * because its process hangs or its machine is gone, and releases the lock.
 */
export const endsWhenSilent = sql<string>`set_config('idle_in_transaction_session_timeout', ${sql.lit(idleTimeout)}, true)`;
