import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { servicePattern } from './service-pattern.ts';
import { recordColumns, toTokenRecord, type TokenRecord } from './token-repository.ts';
import { dayMs } from './token-rules.ts';

export interface TokenFilter {
  readonly owner?: string | undefined;
  readonly kind?: 'person' | 'service' | undefined;
  readonly createdBy?: string | undefined;
  readonly expiresWithinDays?: number | undefined;
  readonly unusedDays?: number | undefined;
  /** Tokens with this scope, or with `*`. */
  readonly scope?: string | undefined;
  /** Id of the last token of the page before. */
  readonly before?: string | undefined;
}

export interface ListedToken extends TokenRecord {
  readonly ownerName: string;
  readonly isOwnerEnabled: boolean;
}

export interface OverviewPage {
  readonly items: readonly ListedToken[];
  readonly hasMore: boolean;
}

const pageSize = 50;

export class TokenOverviewReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. */
  async list(filter: TokenFilter, now: Date): Promise<OverviewPage> {
    const after = (days: number): Date => new Date(now.getTime() + days * dayMs);
    const { owner, kind, createdBy, expiresWithinDays, unusedDays, scope, before } = filter;
    const rows = await this.#db
      .selectFrom('api_tokens')
      .innerJoin('users', 'users.username', 'api_tokens.username')
      .select(recordColumns)
      .select(['users.name as owner_name', 'users.enabled as owner_enabled'])
      .where('api_tokens.expires_at', '>', now)
      .where('api_tokens.revoked_at', 'is', null)
      .$if(owner !== undefined, (query) => query.where('api_tokens.username', '=', owner!))
      .$if(kind !== undefined, (query) =>
        query.where(
          'api_tokens.username',
          kind === 'service' ? 'like' : 'not like',
          servicePattern,
        ),
      )
      .$if(createdBy !== undefined, (query) =>
        query.where(sql`coalesce(api_tokens.created_by, api_tokens.username)`, '=', createdBy!),
      )
      .$if(expiresWithinDays !== undefined, (query) =>
        query.where('api_tokens.expires_at', '<=', after(expiresWithinDays!)),
      )
      .$if(unusedDays !== undefined, (query) =>
        query.where(
          sql<Date>`greatest(api_tokens.created_at, rotated_at, last_used_at, previous_used_at)`,
          '<=',
          after(-unusedDays!),
        ),
      )
      .$if(scope !== undefined, (query) =>
        query.where(sql<boolean>`scopes && array[${scope!}, '*']::text[]`),
      )
      .$if(before !== undefined, (query) => query.where('api_tokens.id', '<', before!))
      .orderBy('api_tokens.id', 'desc')
      .limit(pageSize + 1)
      .execute();
    const items = rows.slice(0, pageSize).map((row) => ({
      ...toTokenRecord(row, now),
      ownerName: row.owner_name,
      isOwnerEnabled: row.owner_enabled,
    }));
    return { items, hasMore: rows.length > pageSize };
  }
}
