import { toColumns, type Database, type Transaction } from '@galley/database';
import type { McpClient } from './mcp-client.ts';

const columns = [
  'id',
  'name',
  'redirect_uris as redirectUris',
  'registered_at as registeredAt',
] as const;

export class McpClientRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(client: McpClient): Promise<void> {
    await this.#db.insertInto('mcp_clients').values(toColumns(client)).execute();
  }

  find(id: string): Promise<McpClient | undefined> {
    return this.#db
      .selectFrom('mcp_clients')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** Locked until the end of the transaction, so that it is not removed as unused. */
  hold(id: string): Promise<McpClient | undefined> {
    return this.#db
      .selectFrom('mcp_clients')
      .select(columns)
      .where('id', '=', id)
      .forShare()
      .executeTakeFirst();
  }

  /** Clients without a consent that registered before `before`, or than which `newer` others are newer. */
  async removeUnused({ before, newer }: { readonly before: Date; readonly newer: number }) {
    const unused = this.#db
      .selectFrom('mcp_clients')
      .select('mcp_clients.id')
      .where((client) =>
        client.not(
          client.exists(
            client
              .selectFrom('mcp_grants')
              .select('mcp_grants.id')
              .whereRef('mcp_grants.client_id', '=', 'mcp_clients.id'),
          ),
        ),
      );
    const old = unused.where('registered_at', '<=', before);
    const surplus = unused.orderBy('registered_at', 'desc').orderBy('id', 'desc').offset(newer);
    const { numDeletedRows } = await this.#db
      .deleteFrom('mcp_clients')
      .where((client) => client.or([client('id', 'in', old), client('id', 'in', surplus)]))
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
