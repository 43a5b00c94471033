import type { Actor } from '@galley/kernel';

/** Positions of Yjs in base64, as the member's browser sent them: others read them. */
export interface RoomCursor {
  readonly anchor: string;
  readonly head: string;
}

/** In a list of members, on any server. */
export interface RoomPerson {
  /** Identifies the connection. */
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly cursor: RoomCursor | null;
}

/** Codes of WebSocket; the guide lists them. */
export const roomClosings = {
  malformed: 4400,
  signed_out: 4401,
  forbidden: 4403,
  gone: 4404,
  client_taken: 4409,
  disabled: 4410,
  too_large: 4413,
  too_many: 4429,
  try_again: 4503,
} as const;

export type RoomClosing = keyof typeof roomClosings;

/** A connection of a person. */
export interface RoomMember {
  readonly id: string;
  readonly actor: () => Actor;
  /** Client ids of Yjs that the person writes under. */
  readonly clients: readonly number[];
  send(message: string): void;
  close(reason: RoomClosing): void;
}

/** Messages of the server, as JSON. */
export type RoomMessage =
  | { readonly type: 'members'; readonly you: string; readonly members: readonly RoomPerson[] }
  | {
      readonly type: 'state';
      readonly generation: string;
      readonly seq: number;
      readonly base_revision: string;
      readonly data: string;
    }
  | {
      readonly type: 'updates';
      readonly seq: number;
      readonly updates: readonly { readonly by: string; readonly data: string }[];
    }
  | { readonly type: 'kept'; readonly seq: number }
  | {
      readonly type: 'cursors';
      readonly cursors: readonly { readonly id: string; readonly cursor: RoomCursor | null }[];
    }
  | { readonly type: 'moved'; readonly path: string }
  /** Both changed the same lines: the text has those of the room. */
  | { readonly type: 'clash'; readonly author: string; readonly revision: string };
