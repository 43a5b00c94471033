import { may, type Actor } from '@galley/kernel';
import type { ContentServiceOptions } from '../workflow/content-service.ts';
import { requireReadable } from '../workflow/document-access.ts';
import type { DocumentMetadata, IndexedDocument, ReadDocument } from '../document/document.ts';
import { parseSource } from '../document/frontmatter/parse-source.ts';
import type { SourceProblem } from '../document/frontmatter/source-problem.ts';
import { knownValues } from '../document/known-values.ts';
import { chooseLocation } from '../document/new-location.ts';
import { contentProblems } from '../document/problems.ts';
import { withByline } from '../published/byline-read-model.ts';
import type { PublishedDocument } from '../published/published.ts';
import { readDocument } from '../document/read-document.ts';
import { resolveRequestedText, type SaveInput } from '../document/save-edit.ts';
import { termSlug } from '../document/term-slug.ts';
import { asPublished, withKnownMetadata } from './as-published.ts';

/** Unsaved text of the document at `path`, or of a new document of this type and language. */
export interface PreviewInput extends SaveInput {
  readonly path?: string | undefined;
  readonly type?: string | undefined;
  readonly lang?: string | undefined;
  /** Defaults to the title. */
  readonly slug?: string | undefined;
}

export interface Preview {
  readonly document: PublishedDocument;
  /** The other fields are then best effort. */
  readonly problem: SourceProblem | null;
}

const maxSlugBytes = 200;

export class PreviewService {
  readonly #options: ContentServiceOptions;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
  }

  /**
   * Accepts unreadable frontmatter, unlike a save. @throws `not_found`, `forbidden`, and the errors of a save or
   * creation for its text
   */
  preview(actor: Actor, { path, ...input }: PreviewInput): Promise<Preview> {
    return path === undefined ? this.#ofNew(actor, input) : this.#ofDocument(actor, path, input);
  }

  /** A file as it would be after `editor` saved it, such as one that a patch changes. */
  async previewFile(read: ReadDocument, editor: string): Promise<Preview> {
    const known = await this.#find(read.place.path);
    const now = this.#options.clock.now();
    const { author, createdAt } = known?.metadata ?? { author: editor, createdAt: now };
    const signed = { author, createdAt, lastEditor: editor, updatedAt: now };
    return this.#preview(read, signed, known?.publishedAt ?? now);
  }

  async #find(path: string): Promise<IndexedDocument | undefined> {
    try {
      return (await this.#options.store.get(path)).indexed;
    } catch (error) {
      if (contentProblems.not_found.is(error)) return undefined;
      throw error;
    }
  }

  async #ofDocument(actor: Actor, path: string, input: SaveInput): Promise<Preview> {
    const { indexed, current } = await this.#options.store.get(path);
    requireReadable(actor, indexed);
    const values = current.problem ? knownValues(indexed.metadata) : current.values;
    const read = withKnownMetadata(this.#read({ ...current, values }, input), indexed);
    const now = this.#options.clock.now();
    const edit = read.revision === indexed.revision ? {} : editedBy(actor, now);
    return this.#preview(read, edit, indexed.publishedAt ?? now);
  }

  async #ofNew(
    actor: Actor,
    { type = '', lang = '', slug, ...input }: Omit<PreviewInput, 'path'>,
  ): Promise<Preview> {
    requireCreation(actor);
    const settings = this.#options.settings();
    const place = chooseLocation(settings, { type, lang, slug: slug ?? slugFor(input) });
    const blank = readDocument(place, Buffer.alloc(0), settings);
    const read = this.#read({ ...blank, values: { author: actor.username } }, input);
    const now = this.#options.clock.now();
    const made = { ...editedBy(actor, now), author: actor.username, createdAt: now };
    return this.#preview(read, made, now);
  }

  async #preview(
    read: ReadDocument,
    signed: Partial<DocumentMetadata>,
    publishedAt: Date,
  ): Promise<Preview> {
    const document = { ...read, metadata: { ...read.metadata, ...signed } };
    const published = asPublished(document, { hash: '', publishedAt });
    return {
      document: await withByline(this.#options.db, published),
      problem: read.problem,
    };
  }

  #read(before: ReadDocument, input: SaveInput): ReadDocument {
    const settings = this.#options.settings();
    // Often broken while it is typed: show the page and the problem.
    const isBroken = input.frontmatter === undefined && parseSource(input.content).problem !== null;
    const text = isBroken
      ? input.content
      : resolveRequestedText(before, input, settings.timeZone).text;
    return readDocument(before.place, Buffer.from(text), settings);
  }
}

function editedBy({ username }: Actor, now: Date) {
  return { lastEditor: username, updatedAt: now };
}

/** A placeholder while the title gives none. */
function slugFor({ content, frontmatter }: SaveInput): string {
  const { title } = frontmatter ?? parseSource(content).values;
  const slug = typeof title === 'string' ? termSlug(title) : '';
  return slug === '' || Buffer.byteLength(slug) > maxSlugBytes ? 'untitled' : slug;
}

function requireCreation(actor: Actor): void {
  if (may(actor, 'documents.create')) return;
  throw contentProblems.forbidden(
    `Your role (${actor.role}) cannot create documents or preview new ones; this requires documents.create.`,
  );
}
