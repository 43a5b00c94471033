import type { Database, Transaction } from '@galley/database';
import type { AuditAction, AuditLog, Clock } from '@galley/kernel';
import type { RunActor } from '../run-control.ts';
import type { McpGrant } from './mcp-client.ts';
import { redirectHost } from './redirect-uri.ts';

export interface ClientOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly auditIn: (transaction: Transaction) => AuditLog;
}

export interface GrantEntry {
  readonly action: Extract<AuditAction, `mcp_client.${string}`>;
  readonly grant: Pick<
    McpGrant,
    'id' | 'clientId' | 'clientName' | 'agentId' | 'scopes' | 'redirectUri'
  >;
  readonly by: RunActor;
  readonly details?: Readonly<Record<string, unknown>>;
}

export async function auditGrant(log: AuditLog, entry: GrantEntry): Promise<void> {
  const { action, grant, by, details = {} } = entry;
  await log.record({
    action,
    actor: by.username,
    target: grant.id,
    outcome: action === 'mcp_client.reuse' ? 'denied' : 'success',
    address: by.address,
    requestId: by.requestId,
    details: {
      client_id: grant.clientId,
      client_name: grant.clientName,
      redirect_host: redirectHost(grant.redirectUri),
      agent_id: grant.agentId,
      scopes: grant.scopes,
      ...details,
    },
  });
}
