import { toColumns, type Database, type Transaction } from '@galley/database';
import { behind, inListOrder } from '../list-order-read-model.ts';
import type { PageRequest } from '../record-page.ts';
import type { McpGrant } from './mcp-client.ts';

export interface NewGrant extends Omit<
  McpGrant,
  'clientName' | 'lastUsedAt' | 'revokedBy' | 'revokedAt'
> {
  readonly codeHash: string;
  readonly codeChallenge: string;
}

export interface HeldGrant extends McpGrant {
  readonly codeChallenge: string;
  /** Null until the client redeems the code. */
  readonly connectedAt: Date | null;
}

const columns = [
  'mcp_grants.id',
  'client_id as clientId',
  'mcp_clients.name as clientName',
  'workspace_id as workspaceId',
  'agent_id as agentId',
  'scopes',
  'resource',
  'redirect_uri as redirectUri',
  'granted_by as grantedBy',
  'granted_at as grantedAt',
  'last_used_at as lastUsedAt',
  'expires_at as expiresAt',
  'revoked_by as revokedBy',
  'revoked_at as revokedAt',
] as const;

const heldColumns = [
  ...columns,
  'code_challenge as codeChallenge',
  'connected_at as connectedAt',
] as const;

/** Codes and refresh tokens are stored by their SHA-256. */
export class McpGrantRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(grant: NewGrant): Promise<void> {
    await this.#db.insertInto('mcp_grants').values(toColumns(grant)).execute();
  }

  /** Locked until the end of the transaction: of two uses of a code, the second sees the first. */
  holdByCode(codeHash: string): Promise<HeldGrant | undefined> {
    return this.#held().where('code_hash', '=', codeHash).executeTakeFirst();
  }

  hold(id: string): Promise<HeldGrant | undefined> {
    return this.#held().where('mcp_grants.id', '=', id).executeTakeFirst();
  }

  /** Connected clients, and those whose access ended lately. */
  list({
    workspaceId,
    after,
    limit,
  }: PageRequest & { readonly workspaceId: string }): Promise<McpGrant[]> {
    return this.#grants()
      .select(columns)
      .where('workspace_id', '=', workspaceId)
      .where('connected_at', 'is not', null)
      .where(behind('mcp_grants', after))
      .orderBy(inListOrder('mcp_grants'))
      .limit(limit)
      .execute();
  }

  async setUsed(
    id: string,
    { at, expiresAt, scopes }: { at: Date; expiresAt: Date; scopes: readonly string[] },
  ): Promise<void> {
    await this.#db
      .updateTable('mcp_grants')
      .set((grant) => ({
        connected_at: grant.fn.coalesce(grant.ref('connected_at'), grant.val(at)),
        last_used_at: at,
        expires_at: expiresAt,
        scopes: [...scopes],
      }))
      .where('id', '=', id)
      .execute();
  }

  /** With all its tokens. False if it was already revoked. */
  async revoke(id: string, { by, at }: { readonly by: string; readonly at: Date }) {
    const revoked = { revoked_by: by, revoked_at: at };
    const { numUpdatedRows } = await this.#db
      .updateTable('mcp_grants')
      .set(revoked)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    await this.#db
      .updateTable('worker_tokens')
      .set(revoked)
      .where('grant_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    return numUpdatedRows > 0n;
  }

  async insertRefreshToken(grantId: string, tokenHash: string, at: Date): Promise<void> {
    const row = { token_hash: tokenHash, grant_id: grantId, issued_at: at };
    await this.#db.insertInto('mcp_refresh_tokens').values(row).execute();
  }

  /** The grant of an access or refresh token, whether it is still valid or not. */
  async findGrantOf(tokenHash: string): Promise<string | undefined> {
    const row = await this.#db
      .selectFrom('mcp_refresh_tokens')
      .select('grant_id as id')
      .where('token_hash', '=', tokenHash)
      .unionAll(
        this.#db
          .selectFrom('worker_tokens')
          .select((token) => token.ref('grant_id').$notNull().as('id'))
          .where('token_hash', '=', tokenHash)
          .where('grant_id', 'is not', null),
      )
      .executeTakeFirst();
    return row?.id;
  }

  /** False if it was used before. Call with the grant held. */
  async useRefreshToken(tokenHash: string, at: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('mcp_refresh_tokens')
      .set({ used_at: at })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async removeEnded({ codesBefore, before }: { codesBefore: Date; before: Date }): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('mcp_grants')
      .where((grant) =>
        grant.or([
          grant('expires_at', '<=', before),
          grant.and([grant('expires_at', '<=', codesBefore), grant('connected_at', 'is', null)]),
        ]),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  /** Access tokens of clients are not listed. Used refresh tokens prove a reuse for a while. */
  async removeEndedTokens({
    accessBefore,
    usedBefore,
  }: {
    readonly accessBefore: Date;
    readonly usedBefore: Date;
  }): Promise<number> {
    const access = await this.#db
      .deleteFrom('worker_tokens')
      .where('grant_id', 'is not', null)
      .where('expires_at', '<=', accessBefore)
      .executeTakeFirst();
    const refresh = await this.#db
      .deleteFrom('mcp_refresh_tokens')
      .where('used_at', '<=', usedBefore)
      .executeTakeFirst();
    return Number(access.numDeletedRows + refresh.numDeletedRows);
  }

  #grants() {
    return this.#db
      .selectFrom('mcp_grants')
      .innerJoin('mcp_clients', 'mcp_clients.id', 'mcp_grants.client_id');
  }

  #held() {
    return this.#grants().select(heldColumns).forUpdate('mcp_grants');
  }
}
