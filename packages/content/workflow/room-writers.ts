import type { Actor } from '@galley/kernel';

/** Everyone who changed the text in the room is a contributor, whoever saves it (ADD-ROOM-5). */
export function withRoomWriters(
  { username, onBehalfOf = [] }: Actor,
  roomWriters: readonly string[],
): readonly string[] | null {
  if (onBehalfOf === null) return null;
  return [...new Set([...onBehalfOf, ...roomWriters.filter((name) => name !== username)])];
}
