import * as Y from 'yjs';
import { textName } from './room-text.ts';

export interface UpdateLimits {
  /** Client ids that the sender may write under; an update has one of them. */
  readonly clients: readonly number[];
  /** UTF-16 code units of the text. */
  readonly maxLength: number;
}

export type UpdateRefusal = 'malformed' | 'foreign' | 'too_large';

const maxStructs = 20_000;
const maxDeletions = 100_000;
/** Characters of an item whose text is deleted; more would only waste numbers. */
const maxItem = 100_000_000;
/** Items that integration may have to compare with the new ones: some milliseconds. */
const maxSteps = 100_000;

/**
 * Whether an update only inserts and deletes text, continues what the server has, and is written under the sender's own
 * client id (ADD-ROOM-4). Yjs itself accepts everything: other types, gaps that it would wait for, and characters in
 * the name of others. Undefined if it may be applied.
 */
export function refusalOf(
  doc: Y.Doc,
  update: Uint8Array,
  { clients, maxLength }: UpdateLimits,
): UpdateRefusal | undefined {
  const decoded = tryDecode(update);
  if (!decoded) return 'malformed';
  const { structs, ds } = decoded;
  const client = structs[0]?.id.client ?? clients[0]!;
  if (!clients.includes(client) || structs.some(({ id }) => id.client !== client)) return 'foreign';
  if (structs.length > maxStructs) return 'too_large';
  const added = addedBy(structs, { doc, client });
  if (!added) return 'malformed';
  const { clock, length, steps } = added;
  if (length + doc.getText(textName).length > maxLength || steps > maxSteps) return 'too_large';
  return areDeletionsKnown(doc, ds, { client, clock }) ? undefined : 'malformed';
}

interface Added {
  /** State of the client after the update. */
  readonly clock: number;
  readonly length: number;
  readonly steps: number;
}

/** Undefined if the update does not continue what the server has. */
function addedBy(
  structs: readonly Struct[],
  { doc, client }: { readonly doc: Y.Doc; readonly client: number },
): Added | undefined {
  const known = Y.getState(doc.store, client);
  const steps = new StepCounter(doc);
  let clock = structs[0]?.id.clock ?? known;
  if (clock > known) return undefined;
  let length = 0;
  for (const struct of structs) {
    const inserted = insertedBy(struct, doc);
    if (inserted === undefined || struct.id.clock !== clock) return undefined;
    clock += struct.length;
    length += inserted;
    if (clock > known) steps.add(struct as Y.Item);
  }
  return { clock: Math.max(clock, known), length, steps: steps.count };
}

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number];
type Deletions = ReturnType<typeof Y.decodeUpdate>['ds'];

function tryDecode(update: Uint8Array): ReturnType<typeof Y.decodeUpdate> | undefined {
  try {
    return Y.decodeUpdate(update);
  } catch {
    return undefined;
  }
}

/** Number of characters; undefined for anything but text of the room at a known place. */
function insertedBy(struct: Struct, doc: Y.Doc): number | undefined {
  if (!(struct instanceof Y.Item) || struct.length < 1 || struct.length > maxItem) return undefined;
  if (!isPlaced(struct, doc)) return undefined;
  const { content } = struct;
  if (content instanceof Y.ContentDeleted) return 0;
  return content instanceof Y.ContentString ? content.str.length : undefined;
}

function isPlaced({ origin, rightOrigin, parent, parentSub, id }: Y.Item, doc: Y.Doc): boolean {
  if (parentSub !== null) return false;
  const hasParent = (parent as unknown) === textName;
  // Without one, it is that of the neighbours.
  if (!hasParent && (parent !== null || (!origin && !rightOrigin))) return false;
  return [origin, rightOrigin].every(
    (place) =>
      place === null ||
      place.clock < (place.client === id.client ? id.clock : Y.getState(doc.store, place.client)),
  );
}

function areDeletionsKnown(
  doc: Y.Doc,
  { clients }: Deletions,
  own: { readonly client: number; readonly clock: number },
): boolean {
  let count = 0;
  for (const [client, ranges] of clients) {
    const known = client === own.client ? own.clock : Y.getState(doc.store, client);
    count += ranges.length;
    if (count > maxDeletions) return false;
    if (ranges.some(({ clock, len }) => len < 1 || clock + len > known)) return false;
  }
  return true;
}

/**
 * Counts the items between the two neighbours of each new one: Yjs looks at all of them. Between neighbours that were
 * adjacent for the sender, there is only what others have inserted at the same time. A neighbour in the same update
 * stands for the known text beside it.
 */
class StepCounter {
  readonly #doc: Y.Doc;
  /** In the order of clocks. */
  readonly #added: (Neighbours & { readonly lastClock: number })[] = [];
  count = 0;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  add({ id, origin, rightOrigin, length }: Y.Item): void {
    const known = Y.getState(this.#doc.store, id.client);
    const addedWith = (place: Y.ID | null): Neighbours | undefined =>
      place?.client === id.client && place.clock >= known ? this.#find(place.clock) : undefined;
    const [before, after] = [addedWith(origin), addedWith(rightOrigin)];
    const left = before ? before.left : origin;
    const right = after ? after.right : rightOrigin;
    this.#added.push({ left, right, lastClock: id.clock + length - 1 });
    let item = this.#after(left);
    while (item && this.count <= maxSteps && !contains(item, right)) {
      this.count += 1;
      item = item.right;
    }
  }

  #find(clock: number): Neighbours | undefined {
    let [low, high] = [0, this.#added.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#added[middle]!.lastClock < clock) low = middle + 1;
      else high = middle;
    }
    return this.#added[low];
  }

  #after(place: Y.ID | null): Y.Item | null {
    const { store } = this.#doc;
    if (place === null) return this.#doc.getText(textName)._start;
    const item = Y.getItem(store, place);
    if (!(item instanceof Y.Item)) return null;
    const isLast = item.id.clock + item.length - 1 === place.clock;
    return isLast ? item.right : item;
  }
}

/** In the text that the server has; null at its ends. */
interface Neighbours {
  readonly left: Y.ID | null;
  readonly right: Y.ID | null;
}

function contains({ id, length }: Y.Item, place: Y.ID | null): boolean {
  return (
    place !== null &&
    place.client === id.client &&
    place.clock >= id.clock &&
    place.clock < id.clock + length
  );
}
