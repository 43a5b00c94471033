import pg from 'pg';

const beginning = /^(begin|start transaction)\b/;

/**
 * Client for a pooler that assigns connections per transaction: no setting may outlive a transaction. Prepares no
 * statements (`prepared`), and sets the lock timeout per transaction.
 */
export function pooledClient(lockTimeoutMs: number): typeof pg.Client {
  const limit = `; set local lock_timeout = ${lockTimeoutMs}`;
  return class PooledClient extends pg.Client {
    override query(...given: unknown[]): never {
      const [text, ...others] = given;
      const asked =
        typeof text === 'string' && beginning.test(text) ? [text + limit, ...others] : given;
      return (super.query as (...args: unknown[]) => never)(...asked);
    }
  };
}
