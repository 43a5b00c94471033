import { runProblems } from '../problems.ts';
import { pageOf, type Page, type PageRequest } from '../record-page.ts';
import { requireFound, requireWorkspace } from '../require-workspace.ts';
import { RunControlRepository } from '../run-control-repository.ts';
import type { RunActor } from '../run-control.ts';
import { auditGrant, type ClientOptions } from './audit-grant.ts';
import type { McpGrant } from './mcp-client.ts';
import { McpGrantRepository } from './mcp-grant-repository.ts';

const endedShownMs = 30 * 24 * 3_600_000;
const hourMs = 3_600_000;

/** The clients that people have connected, each with one consent. */
export class ConnectedClients {
  readonly #options: ClientOptions;
  readonly #grants: McpGrantRepository;
  readonly #workspaces: RunControlRepository;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#grants = new McpGrantRepository(options.db);
    this.#workspaces = new RunControlRepository(options.db);
  }

  /** Newest first, including those whose access ended within the last month. @throws `workspace_not_found`. */
  async list(query: PageRequest & { readonly workspaceId: string }): Promise<Page<McpGrant>> {
    await requireWorkspace(this.#workspaces, query.workspaceId);
    return pageOf(await this.#grants.list({ ...query, limit: query.limit + 1 }), query.limit);
  }

  /** Ends all tokens at once. @throws `workspace_not_found`, `mcp_client_not_found`. */
  async revoke(workspaceId: string, id: string, by: RunActor): Promise<McpGrant> {
    await requireWorkspace(this.#workspaces, workspaceId);
    const at = this.#options.clock.now();
    return this.#options.db.transaction().execute(async (transaction) => {
      const grants = new McpGrantRepository(transaction);
      const grant = await requireFound(
        { workspaceId, kind: 'Connected client', id, problem: runProblems.mcp_client_not_found },
        async () => {
          const found = await grants.hold(id);
          return found?.workspaceId === workspaceId ? found : undefined;
        },
      );
      if (!(await grants.revoke(id, { by: by.username, at }))) return grant;
      await auditGrant(this.#options.auditIn(transaction), {
        action: 'mcp_client.revoke',
        grant,
        by,
      });
      return { ...grant, revokedBy: by.username, revokedAt: at };
    });
  }

  /** Returns the number of deleted grants and tokens. */
  async removeEnded(): Promise<number> {
    const now = this.#options.clock.now().getTime();
    const monthAgo = new Date(now - endedShownMs);
    const hourAgo = new Date(now - hourMs);
    const tokens = await this.#grants.removeEndedTokens({
      accessBefore: hourAgo,
      usedBefore: monthAgo,
    });
    return tokens + (await this.#grants.removeEnded({ codesBefore: hourAgo, before: monthAgo }));
  }
}
