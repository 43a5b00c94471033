import { sql } from 'kysely';
import type { Database } from '@galley/database';

/** Updates up to `savedSeq` are in `base`, the body of the newest saved revision that the text contains. */
export interface StoredRoom {
  readonly documentId: number;
  readonly generation: string;
  readonly baseRevision: string;
  readonly base: Buffer;
  readonly savedSeq: number;
  readonly lastSeq: number;
  readonly snapshot: Buffer;
  readonly snapshotSeq: number;
}

export interface RoomUpdate {
  /** A username, or the author of a change from elsewhere. */
  readonly author: string;
  readonly data: Uint8Array;
}

export interface StoredUpdate extends RoomUpdate {
  readonly seq: number;
}

export interface WrittenUpdate extends RoomUpdate {
  /** Client ids of its author. */
  readonly clients: readonly number[];
}

/** A document with open clients, as it is now. */
export interface RoomHead {
  readonly documentId: number;
  readonly path: string;
  readonly revision: string;
  readonly author: string | null;
  readonly assignee: string | null;
  readonly isDeleted: boolean;
  /** Null without a stored room. */
  readonly lastSeq: number | null;
  readonly savedSeq: number | null;
}

export interface Absorbed {
  readonly documentId: number;
  /** As the caller knows the room; another server may have been faster. */
  readonly expected: { readonly baseRevision: string; readonly lastSeq: number };
  readonly revision: string;
  readonly base: string;
  /** Absent to keep it. */
  readonly savedSeq?: number | undefined;
  readonly update?: RoomUpdate | undefined;
  readonly at: Date;
}

const columns = [
  'document_id as documentId',
  'generation',
  'base_revision as baseRevision',
  'base',
  'saved_seq as savedSeq',
  'last_seq as lastSeq',
  'snapshot',
  'snapshot_seq as snapshotSeq',
] as const;

export class RoomRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  find(documentId: number): Promise<StoredRoom | undefined> {
    return this.#db
      .selectFrom('rooms')
      .select(columns)
      .where('document_id', '=', documentId)
      .executeTakeFirst();
  }

  /** Changes nothing if another server was faster. */
  async create(
    room: Pick<StoredRoom, 'documentId' | 'generation' | 'baseRevision' | 'base' | 'snapshot'>,
    at: Date,
  ): Promise<void> {
    const { documentId, generation, baseRevision, base, snapshot } = room;
    await this.#db
      .insertInto('rooms')
      .values({
        document_id: documentId,
        generation,
        base_revision: baseRevision,
        base,
        snapshot,
        used_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  listUpdates(documentId: number, after: number): Promise<StoredUpdate[]> {
    return this.#db
      .selectFrom('room_updates')
      .select(['seq', 'author', 'data'])
      .where('document_id', '=', documentId)
      .where('seq', '>', after)
      .orderBy('seq')
      .execute();
  }

  /** Whether the person owns this client id, which nobody else has used in the room. */
  async claimClient(documentId: number, client: number, username: string): Promise<boolean> {
    await this.#db
      .insertInto('room_writers')
      .values({ document_id: documentId, client, username })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const owner = await this.#db
      .selectFrom('room_writers')
      .select('username')
      .where('document_id', '=', documentId)
      .where('client', '=', client)
      .executeTakeFirst();
    return owner?.username === username;
  }

  /**
   * Appends in one statement, whose row lock makes the order of sequence numbers that of commits. Returns the last
   * number; undefined if the room is gone.
   */
  async append(
    room: Pick<StoredRoom, 'documentId' | 'generation'>,
    updates: readonly WrittenUpdate[],
    at: Date,
  ): Promise<number | undefined> {
    const { documentId, generation } = room;
    const authors = updates.map(({ author }) => author);
    const data = updates.map((update) => Buffer.from(update.data));
    const clients = updates.flatMap((update) => update.clients);
    const { rows } = await sql<{ last_seq: number }>`
      with room as (
        update rooms set last_seq = last_seq + ${updates.length}, used_at = ${at}
        where document_id = ${documentId} and generation = ${generation} returning last_seq
      ), added as (
        insert into room_updates (document_id, seq, author, data, at)
        select ${documentId}, last_seq - ${updates.length} + place, author, data, ${at}::timestamptz
        from room, unnest(${authors}::text[], ${data}::bytea[])
          with ordinality as given (author, data, place)
      ), written as (
        update room_writers set last_seq = room.last_seq from room
        where document_id = ${documentId} and client = any(${clients}::bigint[])
      )
      select last_seq from room
    `.execute(this.#db);
    return rows[0]?.last_seq;
  }

  /** Records that the text contains another saved revision. False if the room has changed meanwhile. */
  async absorb({ documentId, expected, update, ...change }: Absorbed): Promise<boolean> {
    const { revision, savedSeq, at } = change;
    const base = Buffer.from(change.base);
    const added = update ? 1 : 0;
    const data = update && Buffer.from(update.data);
    const { rows } = await sql<{ last_seq: number }>`
      with room as (
        update rooms set base_revision = ${revision}, base = ${base}, used_at = ${at},
          last_seq = last_seq + ${added}, saved_seq = coalesce(${savedSeq ?? null}::bigint, saved_seq)
        where document_id = ${documentId} and base_revision = ${expected.baseRevision}
          and last_seq = ${expected.lastSeq}
        returning last_seq
      ), added as (
        insert into room_updates (document_id, seq, author, data, at)
        select ${documentId}, last_seq, ${update?.author ?? ''}, ${data ?? null}::bytea,
          ${at}::timestamptz
        from room where ${added} = 1
      )
      select last_seq from room
    `.execute(this.#db);
    return rows.length === 1;
  }

  /** Replaces the updates up to `seq` by a snapshot with all of them. */
  async compact(documentId: number, seq: number, snapshot: Uint8Array): Promise<void> {
    await sql`
      with room as (
        update rooms set snapshot = ${Buffer.from(snapshot)}, snapshot_seq = ${seq}
        where document_id = ${documentId} and snapshot_seq < ${seq} returning document_id
      )
      delete from room_updates using room
      where room_updates.document_id = room.document_id and seq <= ${seq}
    `.execute(this.#db);
  }

  heads(documentIds: readonly number[]): Promise<RoomHead[]> {
    return this.#db
      .selectFrom('documents')
      .leftJoin('rooms', 'rooms.document_id', 'documents.id')
      .select([
        'documents.id as documentId',
        'documents.path',
        'documents.revision',
        'documents.author',
        'documents.assignee',
        'rooms.last_seq as lastSeq',
        'rooms.saved_seq as savedSeq',
      ])
      .select((row) => row('documents.deleted_at', 'is not', null).as('isDeleted'))
      .where('documents.id', 'in', documentIds)
      .execute() as Promise<RoomHead[]>;
  }

  /** Rooms whose text is saved and which nobody has used since. */
  async removeUnused(before: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('rooms')
      .where('used_at', '<', before)
      .whereRef('saved_seq', '=', 'last_seq')
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
