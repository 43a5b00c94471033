import { sql } from 'kysely';
import type { Database, Transaction } from '@galley/database';

export interface PreviewLink {
  readonly id: string;
  readonly path: string;
  /** Null for the current document at the time of opening. */
  readonly hash: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastOpenedAt: Date | null;
  readonly opened: number;
  readonly revokedAt: Date | null;
  readonly guestComments: boolean;
}

/** The id stays valid when another document takes the path. */
export interface DocumentLink extends PreviewLink {
  readonly documentId: number;
}

export interface NewPreviewLink {
  readonly id: string;
  readonly documentId: number;
  readonly hash: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly guestComments: boolean;
}

export class PreviewLinkRepository {
  readonly #db: Database;

  constructor(db: Database | Transaction) {
    this.#db = db;
  }

  async insert(link: NewPreviewLink): Promise<void> {
    await this.#db
      .insertInto('preview_links')
      .values({
        id: link.id,
        document_id: link.documentId,
        hash: link.hash,
        created_by: link.createdBy,
        created_at: link.createdAt,
        expires_at: link.expiresAt,
        guest_comments: link.guestComments,
      })
      .execute();
  }

  /** Undefined also when the document is deleted. */
  async find(id: string): Promise<DocumentLink | undefined> {
    return this.#ofLivingDocuments().where('preview_links.id', '=', id).executeTakeFirst();
  }

  async list(documentId: number, limit: number): Promise<PreviewLink[]> {
    return this.#ofLivingDocuments()
      .where('preview_links.document_id', '=', documentId)
      .orderBy('preview_links.created_at', 'desc')
      .orderBy('preview_links.id', 'desc')
      .limit(limit)
      .execute();
  }

  /** False when the link has ended. */
  async noteOpening(id: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('preview_links')
      .set({ opened: sql`opened + 1`, last_opened_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Idempotent. */
  async revoke(id: string, at: Date): Promise<void> {
    await this.#db
      .updateTable('preview_links')
      .set({ revoked_at: at })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
  }

  async removeExpiredBefore(end: Date): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('preview_links')
      .where('expires_at', '<', end)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  #ofLivingDocuments() {
    return this.#db
      .selectFrom('preview_links')
      .innerJoin('documents', 'documents.id', 'preview_links.document_id')
      .where('documents.deleted_at', 'is', null)
      .select([
        'preview_links.id',
        'preview_links.document_id as documentId',
        'documents.path',
        'preview_links.hash',
        'preview_links.created_by as createdBy',
        'preview_links.created_at as createdAt',
        'preview_links.expires_at as expiresAt',
        'preview_links.last_opened_at as lastOpenedAt',
        'preview_links.opened',
        'preview_links.revoked_at as revokedAt',
        'preview_links.guest_comments as guestComments',
      ]);
  }
}
