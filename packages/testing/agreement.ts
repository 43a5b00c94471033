import { canonicalJson, sha256 } from '@galley/kernel';

export interface Entry {
  readonly document_id: number;
  readonly seq: number;
  readonly hash: string;
  readonly parent_hash: string | null;
  readonly on_behalf_of: readonly string[] | null;
  readonly author: string;
  readonly message: string;
  readonly kind: string;
  readonly status: string;
  readonly revision: string;
  readonly at: Date;
  readonly bytes: Buffer;
  readonly renamed_from: string | null;
}

export interface DocumentRow {
  readonly id: number;
  readonly path: string;
  readonly status: string;
  readonly revision: string;
  readonly head_hash: string;
  readonly public_hash: string | null;
  readonly published_revision: string | null;
  readonly file_hash: string | null;
  readonly materialised: boolean;
  readonly deleted_at: Date | null;
}

export interface PublishedRow {
  readonly document_id: number;
  readonly path: string;
  readonly hash: string;
  readonly revision: string;
  readonly body: string;
}

export interface ObservedSave {
  readonly path: string;
  readonly token: string;
  readonly sentAt: number;
  /** `undefined` without an answer: then the save may or may not have happened. */
  answeredAt?: number;
  revision?: string;
  status?: string;
}

export interface ObservedEdit {
  readonly path: string;
  readonly duringSaves: boolean;
}

export interface Facts {
  readonly documents: readonly DocumentRow[];
  readonly entries: readonly Entry[];
  readonly published: readonly PublishedRow[];
  /** All files of the content tree by path, including dot files. */
  readonly files: ReadonlyMap<string, Buffer>;
  readonly saves: readonly ObservedSave[];
  /** Edits on disk, by the SHA-256 of the resulting file. */
  readonly edits: ReadonlyMap<string, ObservedEdit>;
}

export function disagreements(facts: Facts): string[] {
  const histories = Map.groupBy(facts.entries, ({ document_id }) => document_id);
  const found = facts.documents.flatMap((document) => {
    const history = histories.get(document.id) ?? [];
    return [...chainFaults(document, history), ...placeFaults(facts, document, history)].map(
      (fault) => `${document.path}: ${fault}`,
    );
  });
  return [...found, ...treeFaults(facts), ...saveFaults(facts), ...editFaults(facts)];
}

/** Checks that the history is a hash chain and that the index is at its end. */
function* chainFaults(document: DocumentRow, history: readonly Entry[]): Generator<string> {
  let parentHash: string | null = null;
  for (const [index, entry] of history.entries()) {
    if (entry.seq !== index + 1) yield `entry ${index + 1} has the number ${entry.seq}`;
    if (entry.parent_hash !== parentHash) yield `entry ${entry.seq} does not follow the one before`;
    if (entry.hash !== nameOf(pathAt(document, history.slice(index + 1)), entry))
      yield `entry ${entry.seq} does not match its hash`;
    parentHash = entry.hash;
  }
  const head = history.at(-1);
  if (document.head_hash !== head?.hash) yield 'the index is not at the newest entry';
  if (document.revision !== head?.revision)
    yield 'the index has another revision than the newest entry';
  if (document.status !== head?.status) yield 'the index has another status than the newest entry';
}

/** The next rename has the path until then. */
function pathAt({ path }: DocumentRow, later: readonly Entry[]): string {
  return later.find(({ renamed_from }) => renamed_from !== null)?.renamed_from ?? path;
}

function nameOf(
  path: string,
  { bytes, author, message, kind, status, at, parent_hash, on_behalf_of }: Entry,
): string {
  const people = on_behalf_of?.length ? { on_behalf_of } : {};
  const facts = { parentHash: parent_hash, path, author, message, kind, status, ...people };
  return sha256(canonicalJson({ ...facts, at: at.toISOString(), bytes: sha256(bytes) }));
}

/** Checks that the file holds the newest entry and the public copy the public one. */
function placeFaults(
  { files, published }: Facts,
  document: DocumentRow,
  history: readonly Entry[],
): string[] {
  const row = published.find(({ document_id }) => document_id === document.id);
  if (document.deleted_at) return row ? ['is gone but still public'] : [];
  const file = files.get(document.path);
  const head = history.at(-1)?.bytes;
  if (!file || !head) return ['has no file or no history'];
  const { status, public_hash, head_hash } = document;
  const open = history.find(({ hash }) => hash === public_hash);
  const copied = public_hash === head_hash ? undefined : open;
  const faults: [boolean, string][] = [
    [!document.materialised, 'is not materialised'],
    [!head.equals(file), 'the file differs from the newest entry'],
    [document.file_hash !== sha256(file), 'the index names another file'],
    [status === 'published' && public_hash !== head_hash, 'is published, but not public'],
    [status === 'archived' && row !== undefined, 'is archived but still public'],
    [!isPublicAs(row, public_hash), 'the public revision differs from the index'],
    ...(row ? publicFaults(row, open) : []),
    ...copyFaults(files.get(`.published/${document.path}`), copied),
  ];
  return faults.filter(([isSo]) => isSo).map(([, fault]) => fault);
}

function isPublicAs(row: PublishedRow | undefined, hash: string | null): boolean {
  return row ? row.hash === hash : hash === null;
}

function publicFaults(row: PublishedRow, open: Entry | undefined): [boolean, string][] {
  return [
    [open?.status !== 'published', 'the public revision was never published'],
    [open?.revision !== row.revision, 'the public revision differs from its entry'],
    [!open?.bytes.toString().endsWith(row.body), 'the public body differs from its entry'],
  ];
}

function copyFaults(copy: Buffer | undefined, wanted: Entry | undefined): [boolean, string][] {
  return [
    [copy !== undefined && !wanted, 'has a public copy that it should not have'],
    [
      wanted !== undefined && !copy?.equals(wanted.bytes),
      'the public copy differs from the public revision',
    ],
  ];
}

/** Checks that every file belongs to a document, so that no partial or leftover file exists. */
function treeFaults({ files, documents }: Facts): string[] {
  const living = new Set(documents.filter(({ deleted_at }) => !deleted_at).map(({ path }) => path));
  return [...files.keys()]
    .filter((path) => !path.startsWith('.galley/'))
    .filter((path) => !living.has(path.replace(/^\.published\//, '')))
    .map((path) => `${path}: the file belongs to no document`);
}

/** Checks that every answered save is in the history, in the order of the saves. */
function saveFaults({ saves, documents, entries }: Facts): string[] {
  const pathsOf = new Map(documents.map(({ id, path }) => [id, new Set([path])]));
  for (const { document_id, renamed_from } of entries)
    if (renamed_from !== null) pathsOf.get(document_id)?.add(renamed_from);
  return [...Map.groupBy(saves, ({ path }) => path)].flatMap(([path, deeds]) => {
    const history = entries.filter(({ document_id }) => pathsOf.get(document_id)?.has(path));
    const placed = deeds.map((deed) => ({
      deed,
      entry: history.find(({ kind, bytes }) => kind === 'save' && bytes.includes(deed.token)),
    }));
    const faults = placed.flatMap(({ deed, entry }) => answerFault(deed, entry, history));
    return [...faults, ...orderFaults(placed)].map((fault) => `${path}: ${fault}`);
  });
}

interface Placed {
  readonly deed: ObservedSave;
  readonly entry: Entry | undefined;
}

function answerFault(
  deed: ObservedSave,
  entry: Entry | undefined,
  history: readonly Entry[],
): string[] {
  if (deed.answeredAt === undefined) return [];
  if (!entry) return [`the save ${deed.token} is lost`];
  // The answer may already include an edit on disk made right after the save.
  const isThere = history.some(
    ({ document_id, seq, revision, status }) =>
      document_id === entry.document_id &&
      seq >= entry.seq &&
      revision === deed.revision &&
      status === deed.status,
  );
  return isThere ? [] : [`the revision returned by the save ${deed.token} is not in the history`];
}

function* orderFaults(placed: readonly Placed[]): Generator<string> {
  const inOrder = placed
    .flatMap(({ deed, entry }) => (entry ? [{ deed, entry }] : []))
    .sort((a, b) => a.entry.document_id - b.entry.document_id || a.entry.seq - b.entry.seq);
  let latest = 0;
  for (const { deed } of inOrder) {
    if ((deed.answeredAt ?? Infinity) < latest)
      yield `the save ${deed.token} is recorded after a later one`;
    latest = Math.max(latest, deed.sentAt);
  }
}

function editFaults(facts: Facts): string[] {
  const { edits, documents, entries } = facts;
  const pathOf = new Map(documents.map(({ id, path }) => [id, path]));
  const invented = entries
    .filter(({ kind, bytes }) => kind === 'external' && !edits.has(sha256(bytes)))
    .map(
      ({ document_id, seq }) =>
        `${pathOf.get(document_id)}: entry ${seq} records an edit on disk that the story did not make`,
    );
  const lost = lostEdits(facts)
    .filter(({ duringSaves }) => !duringSaves)
    .map(({ path }) => `${path}: an edit on disk is lost`);
  return [...lost, ...invented];
}

export function lostEdits({ edits, entries }: Pick<Facts, 'edits' | 'entries'>): ObservedEdit[] {
  const kept = new Set(entries.map(({ bytes }) => sha256(bytes)));
  return [...edits].filter(([hash]) => !kept.has(hash)).map(([, edit]) => edit);
}
