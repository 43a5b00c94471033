import pg from 'pg';

const beginning = /^(begin|start transaction)\b/;

/**
 * A client behind a pooler that gives each transaction whichever connection is free: nothing that it sets may outlive
 * a transaction. It prepares no statements (`prepared`), and limits waits for locks a transaction at a time.
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
