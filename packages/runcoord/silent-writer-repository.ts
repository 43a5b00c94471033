import { sql } from 'kysely';

const idleTimeout = '5s';

/** For transactions whose lock others wait for: PostgreSQL ends a writer whose process hangs or machine is gone. */
export const endsWhenSilent = sql<string>`set_config('idle_in_transaction_session_timeout', ${sql.lit(idleTimeout)}, true)`;
