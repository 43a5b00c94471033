import {
  documentNotFound,
  locateDocument,
  readWithFaults,
  type Preview,
  type PreviewService,
  type ReadDocument,
} from '@galley/content';
import type { ProposalPatches } from '@galley/proposals';
import type { FileChange } from '@galley/runcoord';
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

/** Documents of a proposal as its newest patch leaves them (ADD-CHECK-8). */
export class ProposedPages {
  readonly #options: ProposedPagesOptions;

  constructor(options: ProposedPagesOptions) {
    this.#options = options;
  }

  /** In the order of the patch. @throws `proposal_not_found`, and the errors of `ProposalPatches` */
  async list(proposalId: string): Promise<ProposedPage[]> {
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
    const pages = await this.list(proposalId);
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
