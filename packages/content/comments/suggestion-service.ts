import { DomainEventRepository } from '@galley/database';
import type { Actor } from '@galley/kernel';
import { editorText } from '../document/editor-text.ts';
import { contentProblems } from '../document/problems.ts';
import { isClientKey } from '../document/revision.ts';
import type { RecordChange } from '../store/change.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';
import { SuggestionRepository } from '../store/suggestion-repository.ts';
import type { ContentService, ContentServiceOptions } from '../workflow/content-service.ts';
import { requireReadable } from '../workflow/document-access.ts';
import { requireRight } from './comment-access.ts';
import { threadChanged } from './comment-events.ts';
import { CommentRepository } from './comment-repository.ts';
import { locatePassages } from './locate-passages.ts';
import type { Passage, Thread } from './thread.ts';

export interface SuggestionServiceOptions extends ContentServiceOptions {
  readonly content: ContentService;
}

export interface DecideSuggestions {
  readonly path: string;
  readonly ids: readonly string[];
  readonly lockToken?: string | undefined;
  /** For the audit entry of the save; not called for a rejection. */
  readonly record?: RecordChange | undefined;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Several suggestions are decided together or not at all. */
export class SuggestionService {
  readonly #options: SuggestionServiceOptions;

  constructor(options: SuggestionServiceOptions) {
    this.#options = options;
  }

  /**
   * A save of the current text with the replacements (ADD-SUG-2). @throws `suggestion_outdated` if a passage has other words
   * than quoted, is not to be found, or two suggestions overlap; and what a save throws
   */
  async accept(actor: Actor, input: DecideSuggestions): Promise<ReconciledDocument> {
    const { content, db } = this.#options;
    const { document, threads } = await this.#find(actor, input, 'accept');
    const { indexed, current } = document;
    const settings = this.#options.settings();
    const passages = await locatePassages({ db, settings, document }, threads);
    const edits = threads.map((thread) => editOf(thread, passages.get(thread.id)!));
    const changed = edited(editorText(current.body), edits);
    const frontmatter = Object.fromEntries(
      Object.entries(current.values).filter(([key]) => isClientKey(key)),
    );
    const accepted = new SuggestionRepository(db).acceptance(
      threads.map(({ id }) => id),
      { by: actor.username, at: this.#options.clock.now() },
    );
    const saved = await content.save(actor, {
      path: input.path,
      content: changed,
      ...(!current.problem && { frontmatter }),
      expectedRevision: indexed.revision,
      lockToken: input.lockToken,
      message: threads.length === 1 ? 'Accepted a suggestion' : 'Accepted suggestions',
      record: input.record,
      writes: [accepted],
    });
    await this.#tell(actor, document);
    return saved;
  }

  async reject(actor: Actor, input: DecideSuggestions): Promise<ReconciledDocument> {
    const { document, threads } = await this.#find(actor, input, 'reject');
    const at = this.#options.clock.now();
    const { username: by } = actor;
    await this.#options.db.transaction().execute(async (transaction) => {
      const comments = new CommentRepository(transaction);
      for (const { id } of threads)
        await comments.decide(id, { from: ['open'], to: 'rejected', by, at });
    });
    await this.#tell(actor, document);
    return document;
  }

  async #find(
    actor: Actor,
    { path, ids }: DecideSuggestions,
    action: 'accept' | 'reject',
  ): Promise<{ document: ReconciledDocument; threads: readonly Thread[] }> {
    const { store, db } = this.#options;
    const document = await store.get(path);
    const { indexed } = document;
    requireReadable(actor, indexed);
    const open = await new CommentRepository(db).listThreads(indexed.documentId, ['open']);
    const byId = new Map(open.map((thread) => [thread.id, thread]));
    const threads = [...new Set(ids)].map((id) => {
      const thread = byId.get(id);
      if (thread?.kind === 'suggestion') return thread;
      throw contentProblems.not_found(
        `There is no open suggestion ${JSON.stringify(id)} for this document.`,
      );
    });
    for (const thread of threads) requireRight(action, actor, { indexed, of: thread });
    return { document, threads };
  }

  async #tell(actor: Actor, { indexed }: ReconciledDocument): Promise<void> {
    const { clock, db } = this.#options;
    const event = threadChanged({ indexed, actor: actor.username, at: clock.now() });
    await new DomainEventRepository(db).append([event]);
  }
}

function editOf({ id, replacement }: Thread, { state, range }: Passage): Edit {
  if (state === 'found' && range && replacement !== null) return { ...range, text: replacement };
  throw outdated([id]);
}

function edited(text: string, edits: readonly Edit[]): string {
  const ordered = edits.toSorted((one, other) => one.from - other.from || one.to - other.to);
  let [result, at] = ['', 0];
  for (const { from, to, text: replacement } of ordered) {
    if (from < at) throw outdated([]);
    result += text.slice(at, from) + replacement;
    at = to;
  }
  return result + text.slice(at);
}

function outdated(ids: readonly string[]): Error {
  return contentProblems.suggestion_outdated(
    ids.length > 0
      ? 'The passage of this suggestion has changed or is gone. Compare both texts, and change the document yourself.'
      : 'Two of the suggestions change the same words. Accept one of them.',
    { ids },
  );
}
