import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Random } from '@galley/testing';
import { refusalOf } from './check-update.ts';

const random = new Random(5);

function change(doc: Y.Doc): void {
  const text = doc.getText('text');
  const at = random.between(0, text.length);
  if (random.chance(0.3) && at < text.length) text.delete(at, 1);
  else text.insert(at, random.pick(['a', 'bc', '\n']));
}

function copyOf(doc: Y.Doc, client: number): Y.Doc {
  const copy = new Y.Doc();
  copy.clientID = client;
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

function written(changes: number): Y.Doc {
  const doc = new Y.Doc();
  for (let step = 0; step < changes; step += 1) change(doc);
  return doc;
}

function updateBy(doc: Y.Doc, changes: number): Uint8Array {
  const before = Y.encodeStateVector(doc);
  for (let step = 0; step < changes; step += 1) change(doc);
  return Y.encodeStateAsUpdate(doc, before);
}

test('ADD-ROOM-4: an hour of offline changes is accepted, also beside those of others', () => {
  const server = written(3_000);
  const offline = copyOf(server, 1);
  const others = copyOf(server, 2);
  Y.applyUpdate(server, updateBy(others, 1_000));
  const update = updateBy(offline, 2_000);
  const limits = { clients: [1], maxLength: 1_000_000 };
  expect(refusalOf(server.getText('text').doc!, update, limits)).toBeUndefined();
  Y.applyUpdate(server, update);
  // Sent again after a lost acknowledgement.
  expect(refusalOf(server, update, limits)).toBeUndefined();
});

test('ADD-ROOM-4: updates that would keep the server busy, or grow the text too much, are refused', () => {
  const server = written(3_000);
  const hostile = new Y.Doc();
  hostile.clientID = 1;
  const text = hostile.getText('text');
  // Each of them has the whole text of the server between its neighbours.
  for (let step = 0; step < 500; step += 1) text.insert(0, 'x');
  const update = Y.encodeStateAsUpdate(hostile);
  expect(refusalOf(server, update, { clients: [1], maxLength: 1_000_000 })).toBe('too_large');
  const large = new Y.Doc();
  large.clientID = 1;
  large.getText('text').insert(0, 'x'.repeat(1_000));
  const limits = { clients: [1], maxLength: 1_000 };
  expect(refusalOf(new Y.Doc(), Y.encodeStateAsUpdate(large), limits)).toBeUndefined();
  large.getText('text').insert(0, 'x');
  expect(refusalOf(new Y.Doc(), Y.encodeStateAsUpdate(large), limits)).toBe('too_large');
});

test('ADD-ROOM-4: deletions of text that the server does not have are refused', () => {
  const server = written(10);
  const other = copyOf(server, 1);
  const ahead = copyOf(server, 2);
  ahead.getText('text').insert(0, 'unknown');
  Y.applyUpdate(other, Y.encodeStateAsUpdate(ahead));
  const before = Y.encodeStateVector(other);
  other.getText('text').delete(0, 7);
  const update = Y.encodeStateAsUpdate(other, before);
  expect(refusalOf(server, update, { clients: [1], maxLength: 1_000 })).toBe('malformed');
});
