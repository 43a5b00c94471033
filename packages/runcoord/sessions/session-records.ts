import type { Database } from '@galley/database';
import { fieldError, redactSecrets, type Clock } from '@galley/kernel';
import { runProblems } from '../problems.ts';
import { pageOf, type Page } from '../record-page.ts';
import { requireFound, requireWorkspace } from '../require-workspace.ts';
import { RunControlRepository } from '../run-control-repository.ts';
import { RunRecordsReadModel } from '../run-records-read-model.ts';
import { SessionEventRepository } from './session-event-repository.ts';
import {
  SessionRecordsReadModel,
  type SessionQuery,
  type SessionRecord,
} from './session-records-read-model.ts';

export interface SessionRecordsOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Milliseconds after the end of a session before its events are removed. */
  readonly retention: number;
}

const sessionsAtOnce = 100;

/** @throws `workspace_not_found` from every read. */
export class SessionRecords {
  readonly #options: SessionRecordsOptions;
  readonly #workspaces: RunControlRepository;
  readonly #runs: RunRecordsReadModel;
  readonly #sessions: SessionRecordsReadModel;

  constructor(options: SessionRecordsOptions) {
    this.#options = options;
    this.#workspaces = new RunControlRepository(options.db);
    this.#runs = new RunRecordsReadModel(options.db);
    this.#sessions = new SessionRecordsReadModel(options.db);
  }

  /** Newest first. @throws `invalid_request` for a search without a run, and for an unknown cursor. */
  async list(query: SessionQuery): Promise<Page<SessionRecord>> {
    const { workspaceId, runId, text, after, limit } = query;
    await requireWorkspace(this.#workspaces, workspaceId);
    if (text !== undefined && runId === undefined)
      throw runProblems.invalid_request.at([fieldError('q', 'requires', { other: 'run_id' })]);
    const found = await this.#sessions.list({ ...query, limit: limit + 1 });
    if (found.length === 0 && after !== undefined) await this.#requireCursor(after);
    return pageOf(found.map(withoutSecrets), limit);
  }

  /** @throws `session_not_found`, also for a session of another workspace. */
  async get(workspaceId: string, id: string): Promise<SessionRecord> {
    await requireWorkspace(this.#workspaces, workspaceId);
    const found = await requireFound(
      { workspaceId, kind: 'Session', id, problem: runProblems.session_not_found },
      () => this.#sessions.find(workspaceId, id),
    );
    return withoutSecrets(found);
  }

  /** Removes the events of sessions older than the retention. Returns the number of sessions. */
  async removeOldEvents(): Promise<number> {
    const { db, clock, retention } = this.#options;
    const events = new SessionEventRepository(db);
    const before = new Date(clock.now().getTime() - retention);
    let removed = 0;
    for (let count = sessionsAtOnce; count === sessionsAtOnce; removed += count)
      count = await events.removeOld(before, sessionsAtOnce);
    return removed;
  }

  async #requireCursor(after: string): Promise<void> {
    if (await this.#runs.has('agent_sessions', after)) return;
    throw runProblems.invalid_request.at([fieldError('after', 'invalid_cursor')]);
  }
}

/** Agents write the reasons of turns that they request. */
function withoutSecrets(session: SessionRecord): SessionRecord {
  const { reason, endReason } = session;
  return {
    ...session,
    reason: reason && redactSecrets(reason),
    endReason: endReason && redactSecrets(endReason),
  };
}
