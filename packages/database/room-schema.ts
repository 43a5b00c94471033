import type { Generated } from 'kysely';

export interface RoomsTable {
  document_id: number;
  /** Another one means another beginning of the text: clients then merge as texts. */
  generation: string;
  base_revision: string;
  base: Buffer;
  saved_seq: Generated<number>;
  last_seq: Generated<number>;
  /** Update of Yjs. */
  snapshot: Buffer;
  snapshot_seq: Generated<number>;
  used_at: Date;
}

/** Append-only; removed once they are in the snapshot. */
export interface RoomUpdatesTable {
  document_id: number;
  seq: number;
  /** A username, or the author of a change from elsewhere. */
  author: string;
  data: Buffer;
  at: Date;
}

export interface RoomWritersTable {
  document_id: number;
  /** Id of a Yjs document. */
  client: number;
  username: string;
  /** Number of the newest update under this client. */
  last_seq: Generated<number>;
}

export interface RoomSchema {
  rooms: RoomsTable;
  room_updates: RoomUpdatesTable;
  room_writers: RoomWritersTable;
}
