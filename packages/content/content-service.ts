import type { Database } from '@galley/database';
import { may, type Actor, type Capability, type Clock } from '@galley/kernel';
import { contentPathFor, type SiteSettings } from '@galley/settings';
import type { Change } from './change.ts';
import { requireDocumentPath } from './content-path.ts';
import { DocumentReadModel, type DocumentQuery } from './document-read-model.ts';
import type { DocumentLocks } from './document-locks.ts';
import type { DocumentPlace, HistoryEntry, IndexedDocument, ReadDocument } from './document.ts';
import { composeSource } from './frontmatter/edit-source.ts';
import { contentProblems } from './problems.ts';
import { decideSave, type Decision } from './publication.ts';
import { placeOf, readNewText } from './read-document.ts';
import { isClientKey } from './revision.ts';
import { checkFrontmatter, wantedText, withServerKeys, type SaveInput } from './save-edit.ts';
import { termSlug } from './term-slug.ts';
import type { Settled, TreeReconciler } from './tree-reconciler.ts';

export interface ContentServiceOptions {
  readonly db: Database;
  readonly locks: DocumentLocks;
  readonly reconciler: TreeReconciler;
  readonly settings: () => SiteSettings;
  readonly clock: Clock;
  /** Largest document file, in bytes. */
  readonly maxBytes: number;
}

export interface CreateDocument {
  readonly type: string;
  readonly lang: string;
  readonly title: string;
  readonly content: string;
  readonly slug?: string | undefined;
  readonly frontmatter?: Readonly<Record<string, unknown>> | undefined;
}

export interface SaveDocument extends SaveInput {
  readonly path: string;
  /** Refuses, as `stale_revision`, when the document is at another one. */
  readonly expectedRevision?: string | undefined;
  /** Why, for the history. */
  readonly message?: string | undefined;
}

/** What people do with documents: load, decide, store. */
export class ContentService {
  readonly #options: ContentServiceOptions;
  readonly #reads: DocumentReadModel;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
    this.#reads = new DocumentReadModel(options.db);
  }

  /** The documents that the actor may read. */
  list(actor: Actor, query: DocumentQuery): Promise<{ items: IndexedDocument[]; total: number }> {
    return this.#reads.list(actor, query);
  }

  /** One document as it stands in the tree now. `not_found` also when the actor may not read it. */
  async get(actor: Actor, path: string, id?: string): Promise<Settled> {
    const settled = await this.#withDocument(path, async (_connection, found) => found);
    requireReadable(actor, settled.indexed, 'documents.read');
    if (id !== undefined && id !== settled.indexed.metadata.publicId) throw notFound(path);
    return settled;
  }

  /** Retained snapshots, newest first. */
  async history(actor: Actor, path: string): Promise<HistoryEntry[]> {
    const { indexed } = await this.get(actor, path);
    if (!may(actor, 'documents.history', owns(actor, indexed))) {
      throw contentProblems.forbidden(
        `Your role (${actor.role}) may not read the history of this document.`,
      );
    }
    return this.#reads.history(indexed.documentId);
  }

  /** Creates a document: a draft, unless its frontmatter asks for a state that the actor may give it. */
  async create(actor: Actor, input: CreateDocument): Promise<Settled> {
    const { locks, reconciler } = this.#options;
    const place = this.#placeFor(input);
    return locks.hold(place.path, async (connection) => {
      if (await reconciler.settle(connection, place)) throw taken(place.path);
      const change = this.#creation(actor, place, input);
      if (!(await reconciler.apply(connection, undefined, change))) throw taken(place.path);
      return this.#reload(connection, place);
    });
  }

  /** Saves body, frontmatter, state, or the file as a whole. Without a change nothing is written. */
  async save(actor: Actor, input: SaveDocument): Promise<Settled> {
    return this.#withDocument(input.path, async (connection, found) => {
      this.#requireWritable(actor, found, input);
      const change = this.#changeFor(actor, found, input);
      if (!change) return found;
      if (!(await this.#options.reconciler.apply(connection, found.indexed, change))) {
        throw stale(found.indexed.revision);
      }
      return this.#reload(connection, found.indexed.place);
    });
  }

  async #reload(connection: Database, place: DocumentPlace): Promise<Settled> {
    const settled = await this.#options.reconciler.settle(connection, place);
    if (!settled) throw notFound(place.path);
    return settled;
  }

  #placeFor({ type, lang, title, slug }: CreateDocument): DocumentPlace {
    const settings = this.#options.settings();
    const name = slug ?? termSlug(title);
    const errors = [
      ...(type in settings.content.types
        ? []
        : [fault('type', `must be one of ${Object.keys(settings.content.types).join(', ')}`)]),
      ...(lang in settings.languages
        ? []
        : [fault('lang', `must be one of ${Object.keys(settings.languages).join(', ')}`)]),
      ...(name === '' || name.includes('/')
        ? [fault('slug', 'must be one part of an address, without a slash')]
        : []),
    ];
    if (errors.length > 0)
      throw contentProblems.invalid_fields(`${errors[0]!.path}: ${errors[0]!.message}.`, {
        errors,
      });
    const path = contentPathFor(settings, { type, lang, path: name });
    requireDocumentPath(path);
    const place = placeOf(path, settings);
    if (!place) throw contentProblems.invalid_path(`${path} is not in the folder of a type.`);
    return place;
  }

  #creation(actor: Actor, place: DocumentPlace, input: CreateDocument): Change {
    const { settings, clock } = this.#options;
    const at = clock.now();
    const frontmatter: Record<string, unknown> = { title: input.title, ...input.frontmatter };
    const asked = checkFrontmatter(frontmatter, { author: actor.username }, settings().timeZone);
    const decision = this.#decide(actor, {
      from: 'draft',
      contentChanged: true,
      asked,
    });
    const own = Object.fromEntries(Object.entries(frontmatter).filter(([key]) => isClientKey(key)));
    const stamp = at.toISOString();
    const values = {
      ...own,
      author: actor.username,
      last_editor: actor.username,
      created_at: stamp,
      updated_at: stamp,
    };
    const text = composeSource({ ...values, workflow: decision.status }, input.content);
    const document = this.#toDocument(place, text);
    return {
      document,
      decision,
      kind: 'save',
      author: actor.username,
      message: 'Created',
      at,
      file: null,
    };
  }

  /** What a save changes; undefined when it changes nothing. */
  #changeFor(actor: Actor, { indexed, current }: Settled, input: SaveDocument): Change | undefined {
    const { settings, clock } = this.#options;
    const before = current.problem
      ? { ...current, values: knownValues(indexed.metadata) }
      : current;
    const wanted = wantedText(before, input, settings().timeZone);
    const read = this.#toDocument(indexed.place, wanted.text);
    const contentChanged = read.revision !== indexed.revision;
    const { status } = indexed;
    const decision = this.#decide(actor, { from: status, contentChanged, asked: wanted.asked });
    const statusChanged = decision.status !== status;
    const keepsPublic =
      decision.publication === 'keep' ||
      (decision.publication === 'publish' && status === 'published');
    if (wanted.text === current.text && !statusChanged && keepsPublic) return undefined;
    const at = clock.now();
    const edited = contentChanged
      ? { last_editor: actor.username, updated_at: at.toISOString() }
      : {};
    const fileStatus = read.status === decision.status ? undefined : decision.status;
    const text = withServerKeys(wanted.text, edited, fileStatus);
    const kind = wanted.text === current.text ? 'status' : 'save';
    const message =
      input.message ?? (kind === 'status' ? `${status} to ${decision.status}` : 'Saved');
    return {
      document: this.#toDocument(indexed.place, text),
      decision,
      kind,
      author: actor.username,
      message,
      at,
      file: null,
    };
  }

  #decide(
    actor: Actor,
    question: Omit<Parameters<typeof decideSave>[0], 'actor' | 'requireApproval'>,
  ): Decision {
    const { requireApproval } = this.#options.settings().editorial;
    return decideSave({ ...question, actor, requireApproval });
  }

  #toDocument(place: DocumentPlace, text: string): ReadDocument {
    const { maxBytes, settings } = this.#options;
    return readNewText(place, text, { maxBytes, settings: settings() });
  }

  #requireWritable(actor: Actor, { indexed }: Settled, { expectedRevision }: SaveDocument): void {
    requireReadable(actor, indexed, 'documents.read');
    if (!may(actor, 'documents.write', owns(actor, indexed))) {
      throw contentProblems.forbidden(`Your role (${actor.role}) may not change this document.`);
    }
    if (expectedRevision !== undefined && expectedRevision !== indexed.revision)
      throw stale(indexed.revision);
  }

  async #withDocument<T>(
    path: string,
    work: (connection: Database, found: Settled) => Promise<T>,
  ): Promise<T> {
    const { locks, reconciler, settings } = this.#options;
    requireDocumentPath(path);
    const place = placeOf(path, settings());
    if (!place) throw notFound(path);
    return locks.hold(path, async (connection) => {
      const found = await reconciler.settle(connection, place);
      if (!found) throw notFound(path);
      return work(connection, found);
    });
  }
}

/** The server's keys of a file that cannot be read, so that mending it by a raw save keeps its author. */
function knownValues({ author, lastEditor, createdAt, updatedAt }: IndexedDocument['metadata']) {
  const values = {
    author,
    last_editor: lastEditor,
    created_at: createdAt?.toISOString() ?? null,
    updated_at: updatedAt?.toISOString() ?? null,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function owns(actor: Actor, { metadata }: IndexedDocument): boolean {
  return metadata.author === actor.username;
}

function requireReadable(actor: Actor, indexed: IndexedDocument, capability: Capability): void {
  if (!may(actor, capability, owns(actor, indexed))) throw notFound(indexed.place.path);
}

function notFound(path: string): Error {
  return contentProblems.not_found(
    `There is no document ${JSON.stringify(path)}, or you may not read it.`,
  );
}

function taken(path: string): Error {
  return contentProblems.already_exists(
    `There is a document at ${path} already; give this one another slug.`,
    { path },
  );
}

function stale(current: string): Error {
  return contentProblems.stale_revision(
    'Somebody has changed the document since you opened it. Nothing was saved; compare the two and save again.',
    { current_revision: current },
  );
}

function fault(path: string, message: string) {
  return { path, message };
}
