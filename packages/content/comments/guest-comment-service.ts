import { DomainEventRepository, type Database } from '@galley/database';
import { newId, type Clock } from '@galley/kernel';
import { editorText } from '../document/editor-text.ts';
import { contentProblems } from '../document/problems.ts';
import { findQuoted, quotePassage } from '../history/passages/passage.ts';
import type { PreviewLinkService } from '../previews/preview-link-service.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';
import { commentAdded } from './comment-events.ts';
import { CommentRepository } from './comment-repository.ts';
import { commentLimits, guestAuthor, type Anchor, type Comment, type Thread } from './thread.ts';

export interface GuestComment {
  readonly name: string;
  /** Copied from the page; may be empty. */
  readonly quote: string;
  readonly body: string;
}

export interface ListedGuestComment {
  readonly name: string;
  readonly body: string;
  readonly at: Date;
}

export const guestLimits = { name: 80, quote: 500, body: 2_000, threadsOfLink: 100 } as const;

/**
 * Comments by readers of preview links (ADD-CMT-11). Guests see the comments of guests of the same link, and neither replies
 * nor other threads. Their mentions notify nobody.
 */
export class GuestCommentService {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #links: Pick<PreviewLinkService, 'findCommentable'>;

  constructor(options: {
    readonly db: Database;
    readonly clock: Clock;
    readonly links: Pick<PreviewLinkService, 'findCommentable'>;
  }) {
    this.#db = options.db;
    this.#clock = options.clock;
    this.#links = options.links;
  }

  /** Undefined if the link allows no comments. */
  async list(token: string): Promise<ListedGuestComment[] | undefined> {
    const link = await this.#links.findCommentable(token);
    if (!link) return undefined;
    const found = await new CommentRepository(this.#db).listOfGuests(
      link.id,
      guestLimits.threadsOfLink,
    );
    return found.map(({ guestName, body, createdAt }) => ({
      name: guestName ?? '',
      body,
      at: createdAt,
    }));
  }

  /** False if the link allows no comments. The input is within the limits. @throws `too_many_comments` */
  async add(token: string, { name, quote, body }: GuestComment): Promise<boolean> {
    const link = await this.#links.findCommentable(token);
    if (!link) return false;
    const { document, createdBy } = link;
    const { indexed } = document;
    const at = this.#clock.now();
    const anchor = quote === '' ? null : anchorOf(document, quote);
    const thread: Thread = {
      id: newId(at.getTime()),
      documentId: indexed.documentId,
      kind: 'comment',
      state: 'open',
      author: guestAuthor,
      createdAt: at,
      anchor,
      replacement: null,
      decidedBy: null,
      decidedAt: null,
      previewLink: link.id,
    };
    const comment: Comment = {
      id: newId(at.getTime()),
      threadId: thread.id,
      author: guestAuthor,
      guestName: name,
      // The page has no Markdown: words with markup in between are not in the text as they are.
      body: quote !== '' && !anchor ? `“${quote}”\n\n${body}` : body,
      createdAt: at,
      editedAt: null,
    };
    const people = new Set([indexed.metadata.author, indexed.editorial.assignee, createdBy]);
    const involved = [...people].filter((username) => username !== null);
    await this.#db.transaction().execute(async (transaction) => {
      const comments = new CommentRepository(transaction);
      const ofLink = await comments.listOfGuests(link.id, guestLimits.threadsOfLink);
      const all = await comments.countThreads(indexed.documentId);
      if (ofLink.length >= guestLimits.threadsOfLink || all >= commentLimits.threads)
        throw contentProblems.too_many_comments('No more comments can be made here.');
      await comments.insertThread(thread);
      await comments.insertComment(comment);
      const events = commentAdded({ indexed, actor: guestAuthor, at }, comment, {
        mentioned: [],
        involved,
      });
      await new DomainEventRepository(transaction).append(events);
    });
    return true;
  }
}

function anchorOf({ indexed, current }: ReconciledDocument, quote: string): Anchor | null {
  const text = editorText(current.body);
  const range = findQuoted(text, { quote, prefix: '', suffix: '' });
  return range ? { ...quotePassage(text, range), revision: indexed.revision, range } : null;
}
