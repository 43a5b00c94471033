import {
  documentNotFound,
  locateDocument,
  readWithFaults,
  requireDocumentPath,
  type Preview,
  type PreviewService,
  type ReadDocument,
} from '@galley/content';
import { proposalProblems, type ProposalPatches } from '@galley/proposals';
import { runProblems, type FileChange } from '@galley/runcoord';
import type { SiteSettings } from '@galley/settings';
import { agentUsername } from './agent-actor.ts';

export interface ProposedPagesOptions {
  readonly patches: Pick<ProposalPatches, 'find'>;
  readonly previews: Pick<PreviewService, 'previewFile'>;
  readonly settings: () => SiteSettings;
  /** The content tree's path in the repository, with a trailing slash, or empty; undefined: it is elsewhere. */
  readonly prefix: string | undefined;
}

export interface ProposedPage {
  /** In the content tree. */
  readonly path: string;
  readonly formerPath: string | null;
  readonly change: 'add' | 'change' | 'rename' | 'delete';
  /** Undefined for a deleted document. */
  readonly document: ReadDocument | undefined;
  /** The agent that attached the patch. */
  readonly agentId: string;
}

const unreadable = [
  runProblems.invalid_patch,
  proposalProblems.base_not_found,
  proposalProblems.patch_does_not_apply,
];

/** Documents of a proposal as its newest patch leaves them (ADD-CHECK-8). */
export class ProposedPages {
  readonly #options: ProposedPagesOptions;

  constructor(options: ProposedPagesOptions) {
    this.#options = options;
  }

  /** In the order of the patch; empty if the patch is invalid or no longer applies. @throws `proposal_not_found`, `repository_unusable` */
  async list(proposalId: string): Promise<ProposedPage[]> {
    try {
      return await this.#pages(proposalId);
    } catch (error) {
      if (unreadable.some((problem) => problem.is(error))) return [];
      throw error;
    }
  }

  async #pages(proposalId: string): Promise<ProposedPage[]> {
    const { patches, prefix } = this.#options;
    const patch = await patches.find(proposalId);
    if (!patch || prefix === undefined) return [];
    const after = new Map(patch.files.map((file) => [file.path, file.after?.bytes]));
    return patch.changes.flatMap(({ kind, from, to }) => {
      const path = this.#documentPath(to ?? from);
      if (path === undefined) return [];
      const former = kind === 'rename' ? this.#documentPath(from) : undefined;
      const bytes = to === null ? undefined : after.get(to);
      const document = bytes && readWithFaults(path, bytes, this.#options.settings()).document;
      const { agentId } = patch;
      return [{ path, formerPath: former ?? null, change: changeOf(kind), document, agentId }];
    });
  }

  /** @throws `not_found` unless the patch leaves a document at `path` */
  async preview(proposalId: string, path: string): Promise<Preview> {
    const { previews } = this.#options;
    requireDocumentPath(path);
    const pages = await this.#pages(proposalId);
    const { document, agentId } = pages.find((page) => page.path === path) ?? {};
    if (!document || agentId === undefined) throw documentNotFound(path);
    return previews.previewFile(document, agentUsername(agentId));
  }

  #documentPath(path: string | null): string | undefined {
    const { prefix = '', settings } = this.#options;
    if (path === null || !path.startsWith(prefix)) return undefined;
    return locateDocument(path.slice(prefix.length), settings())?.path;
  }
}

function changeOf(kind: FileChange['kind']): ProposedPage['change'] {
  return kind === 'copy' ? 'add' : kind;
}
