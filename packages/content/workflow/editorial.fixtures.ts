import type { Actor } from '@galley/kernel';
import { author, editor, Newsroom } from './newsroom.fixtures.ts';

export const path = 'posts/ink.md';
export const enforced = 'editorial: { require_approval: true }';
export const maria = author('maria');
export const jan = author('jan');

export function reviewer(username: string): Actor {
  const grants = ['documents.read', 'documents.review', 'documents.history'];
  return { ...editor, username, name: username, role: 'reviewer', grants: new Set(grants) };
}

export const rosa = reviewer('rosa');
export const remi = reviewer('remi');
export const writingRemi: Actor = {
  ...remi,
  grants: new Set([...remi.grants, 'documents.write']),
};

export async function roomWithDraft(site?: string): Promise<Newsroom> {
  const room = await Newsroom.open(site);
  for (const person of [editor, maria, jan, rosa, remi]) room.people.set(person.username, person);
  await room.indexer.scan();
  const draft = { type: 'post', lang: 'en', title: 'Ink', content: 'Black.\n' };
  await room.service.create(maria, draft);
  return room;
}

export async function indexedIn(room: Newsroom) {
  return (await room.service.get(editor, path)).indexed;
}

export function ask(room: Newsroom, actor: Actor = maria) {
  return room.editorial.changeStatus(actor, { path, status: 'in_review' });
}

export async function decide(room: Newsroom, actor: Actor, action: 'approve' | 'request_changes') {
  const { revision } = await indexedIn(room);
  return room.editorial.act(actor, { path, action, expectedRevision: revision });
}

export function assign(
  room: Newsroom,
  parts: { owner?: string; assignee?: string; reviewer?: string },
) {
  return room.editorial.act(editor, { path, action: 'assign', ...parts });
}

export function publish(room: Newsroom, actor: Actor = editor) {
  return room.editorial.changeStatus(actor, { path, status: 'published' });
}

export async function approvedRoom(site?: string): Promise<Newsroom> {
  const room = await roomWithDraft(site);
  await ask(room);
  await decide(room, rosa, 'approve');
  return room;
}
