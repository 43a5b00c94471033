import pg from 'pg';

const beginning = /^(begin|start transaction)\b/;

/** For a pooler that assigns connections per transaction: no setting or prepared statement may outlive one. */
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
