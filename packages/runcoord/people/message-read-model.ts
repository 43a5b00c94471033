import { sql } from 'kysely';
import type { Database } from '@galley/database';
import { redactSecrets } from '@galley/kernel';
import type { PageRequest } from '../record-page.ts';

/** From a person to an agent, with what the agent said last in the turn it got: in one message or several. */
export interface PersonMessage {
  /** Id of the event that requested the turn. */
  readonly id: string;
  readonly agentId: string;
  readonly sentBy: string;
  readonly text: string;
  readonly sentAt: Date;
  /** Null before the turn. */
  readonly sessionId: string | null;
  /** Null if the agent has said nothing yet. */
  readonly reply: string | null;
}

/** Prefix of a turn's reason that holds a message. */
export function messageReason(sentBy: string, text: string): string {
  return `${prefixOf(sentBy)}${text}`;
}

const prefixOf = (sentBy: string): string => `message from ${sentBy}: `;

export class MessageReadModel {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. Reasons of turns that agents request do not count, whatever they contain. */
  async list(runId: string, { after, limit }: PageRequest): Promise<PersonMessage[]> {
    const before = after === undefined ? sql`true` : sql`requested.id < ${Number(after)}`;
    const { rows } = await sql<PersonMessage>`
      select requested.id::text as id, payload ->> 'agent_id' as "agentId", payload ->> 'requested_by' as "sentBy",
        payload ->> 'reason' as text, at as "sentAt", agent_sessions.id as "sessionId",
        (select string_agg(said.payload ->> 'text', e'\n\n' order by said.seq) from session_events as said
          where said.session_id = agent_sessions.id and said.kind = 'message'
            and said.seq > coalesce((select called.seq from session_events as called
              where called.session_id = agent_sessions.id and called.kind in ('tool_call', 'tool_result')
                and exists (select from session_events as later where later.session_id = called.session_id
                  and later.seq > called.seq and later.kind = 'message')
              order by called.seq desc limit 1), 0)) as reply
      from run_events as requested left join agent_sessions on request_event_id = requested.id
      where requested.run_id = ${runId} and requested.type like 'agent.turn\\_%'
        and requested.type = 'agent.turn_requested' and payload ? 'subject'
        and starts_with(payload ->> 'reason', 'message from ' || (payload ->> 'requested_by') || ': ')
        and ${before}
      order by requested.id desc limit ${limit}
    `.execute(this.#db);
    return rows.map((row) => ({
      ...row,
      text: redactSecrets(row.text.slice(prefixOf(row.sentBy).length)),
    }));
  }
}
