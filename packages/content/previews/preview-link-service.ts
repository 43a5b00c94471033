import { DomainError, may, newId, type Actor } from '@galley/kernel';
import type { ContentServiceOptions } from '../workflow/content-service.ts';
import {
  owns,
  requireInsight,
  requireReadable,
  requireWritable,
} from '../workflow/document-access.ts';
import type { IndexedDocument } from '../document/document.ts';
import { HistoryReadModel } from '../history/history-read-model.ts';
import { contentProblems } from '../document/problems.ts';
import { withByline } from '../published/byline-read-model.ts';
import type { PublishedDocument } from '../published/published.ts';
import { readDocument } from '../document/read-document.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';
import { asPublished, withKnownMetadata } from './as-published.ts';
import {
  PreviewLinkRepository,
  type DocumentLink,
  type PreviewLink,
} from './preview-link-repository.ts';
import { readPreview, signPreview } from './preview-token.ts';

export interface PreviewLinkOptions extends ContentServiceOptions {
  /** Signs the links; at least 256 bits. Not stored in the database. */
  readonly secret: string;
  /** Current permissions; undefined for unknown or disabled users. */
  readonly findActor: (username: string) => Promise<Actor | undefined>;
}

export interface NewPreview {
  readonly path: string;
  /** A pinned preview does not follow later changes. */
  readonly hash?: string | undefined;
  readonly expiresInHours: number;
  /** Default: no. */
  readonly guestComments?: boolean | undefined;
}

export interface CommentableLink extends Pick<DocumentLink, 'id' | 'createdBy'> {
  readonly document: ReconciledDocument;
}

export interface SignedLink {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: Date;
}

const hour = 60 * 60_000;
const retentionAfterExpiry = 30 * 24 * hour;
const maxLinks = 1_000;

/** For people without an account (GAP-DOC-15). A link shows at most what its creator may see at the time of opening. */
export class PreviewLinkService {
  readonly #options: PreviewLinkOptions;
  readonly #history: HistoryReadModel;
  readonly #links: PreviewLinkRepository;

  constructor(options: PreviewLinkOptions) {
    this.#options = options;
    this.#history = new HistoryReadModel(options.db);
    this.#links = new PreviewLinkRepository(options.db);
  }

  /** @throws `not_found` for an unreadable document or unknown entry, `forbidden` without access to the history */
  issue(
    actor: Actor,
    { path, hash, expiresInHours, guestComments = false }: NewPreview,
  ): Promise<SignedLink> {
    const { secret, store } = this.#options;
    return store.open(path, async ({ connection, indexed, now: createdAt }) => {
      requireReadable(actor, indexed);
      const { documentId } = indexed;
      if (hash !== undefined) {
        requireInsight(actor, indexed, 'documents.history');
        await new HistoryReadModel(connection).getSnapshot(documentId, hash);
      }
      const id = newId(createdAt.getTime());
      const expiresAt = new Date(createdAt.getTime() + expiresInHours * hour);
      const link = { id, documentId, hash: hash ?? null, createdAt, expiresAt, guestComments };
      await new PreviewLinkRepository(connection).insert({ ...link, createdBy: actor.username });
      return { id, token: signPreview({ id, expiresAt }, secret), expiresAt };
    });
  }

  /** Newest 1,000, including those that ended in the last 30 days. */
  async list(actor: Actor, path: string): Promise<PreviewLink[]> {
    const { indexed } = await this.#options.store.get(path);
    requireReadable(actor, indexed);
    return this.#links.list(indexed.documentId, maxLinks);
  }

  /** For the creator and anyone who may change the document; returns its path. @throws `not_found` */
  async revoke(actor: Actor, id: string): Promise<string> {
    const link = await this.#links.find(id);
    if (!link) throw linkNotFound(id);
    if (link.createdBy !== actor.username) {
      const found = await unlessGone(this.#options.store.get(link.path));
      if (!found || !mayRead(actor, found.indexed)) throw linkNotFound(id);
      requireWritable(actor, found.indexed);
    }
    await this.#links.revoke(id, this.#options.clock.now());
    return link.path;
  }

  /** Undefined for every reason alike, so that the reason stays secret. */
  async open(token: string): Promise<PublishedDocument | undefined> {
    const { clock, secret, findActor } = this.#options;
    const now = clock.now();
    const claim = readPreview(token, secret);
    const link = claim && claim.expiresAt > now ? await this.#links.find(claim.id) : undefined;
    const maker = link && (await findActor(link.createdBy));
    const document = maker && (await unlessGone(this.#show(maker, link)));
    // Checked last, because the link may be revoked at this moment.
    return document && (await this.#links.noteOpening(link.id, now)) ? document : undefined;
  }

  /** The document of a link whose readers may comment (ADD-CMT-11); undefined for every other one. */
  async findCommentable(token: string): Promise<CommentableLink | undefined> {
    const link = await this.#findInForce(token);
    if (!link?.guestComments) return undefined;
    const { id, createdBy } = link;
    const maker = await this.#options.findActor(createdBy);
    const document = maker && (await unlessGone(this.#options.store.get(link.path)));
    if (document?.indexed.documentId !== link.documentId) return undefined;
    return mayRead(maker!, document.indexed) ? { id, createdBy, document } : undefined;
  }

  async #findInForce(token: string): Promise<DocumentLink | undefined> {
    const { clock, secret } = this.#options;
    const now = clock.now();
    const claim = readPreview(token, secret);
    const link = claim && claim.expiresAt > now ? await this.#links.find(claim.id) : undefined;
    return link && link.revokedAt === null && link.expiresAt > now ? link : undefined;
  }

  /** Removes links that expired more than 30 days ago. */
  removeOld(): Promise<number> {
    const end = new Date(this.#options.clock.now().getTime() - retentionAfterExpiry);
    return this.#links.removeExpiredBefore(end);
  }

  async #show(
    maker: Actor,
    { documentId, path, hash }: DocumentLink,
  ): Promise<PublishedDocument | undefined> {
    const { settings } = this.#options;
    const { indexed, current } = await this.#options.store.get(path);
    if (indexed.documentId !== documentId) return undefined;
    if (!mayRead(maker, indexed)) return undefined;
    const { headHash, publishedAt } = indexed;
    if (hash === null) {
      const shown = { hash: headHash, publishedAt: publishedAt ?? this.#options.clock.now() };
      return withByline(this.#options.db, asPublished(withKnownMetadata(current, indexed), shown));
    }
    if (!may(maker, 'documents.history', owns(maker, indexed))) return undefined;
    const { entry, bytes } = await this.#history.getSnapshot(documentId, hash);
    const snapshot = readDocument(indexed.place, bytes, settings());
    const shown = { hash, publishedAt: publishedAt ?? entry.at };
    return withByline(this.#options.db, asPublished(withKnownMetadata(snapshot, indexed), shown));
  }
}

function mayRead(actor: Actor, indexed: IndexedDocument): boolean {
  return may(actor, 'documents.read', owns(actor, indexed));
}

async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DomainError && ['not_found', 'invalid_path'].includes(error.code))
      return undefined;
    throw error;
  }
}

function linkNotFound(id: string): Error {
  return contentProblems.not_found(
    `There is no preview link ${JSON.stringify(id)}, or you may not read its document.`,
  );
}
