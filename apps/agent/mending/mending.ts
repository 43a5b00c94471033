import { ContentIndex, maxDocumentBytes, type DocumentEntry } from '../content/content-index.ts';
import { ContentTree } from '../content/content-tree.ts';
import { CandidateFinder } from './candidates.ts';
import { FaultFinder, type Fault } from './faults.ts';
import { mendText, type MendedText } from './mended-text.ts';
import { createPatch } from './patch.ts';
import { noSidecar, readSidecar, sidecarPath, type Sidecar } from './alt-texts.ts';

const sidecarBytes = 262_144;

/** Without a decision, the fault stays as it is. */
export interface Advisor {
  advise(source: string, faults: readonly Fault[]): Promise<readonly Fault[]>;
}

export interface MendedDocument extends MendedText {
  readonly document: DocumentEntry;
  readonly before: string;
  /** As from `git diff`; empty if no fault can be mended. */
  readonly patch: string;
}

export class Mending {
  readonly tree: ContentTree;
  readonly index: ContentIndex;
  readonly #finder: FaultFinder;
  readonly #advisor: Advisor | undefined;

  private constructor(tree: ContentTree, index: ContentIndex, advisor: Advisor | undefined) {
    this.tree = tree;
    this.index = index;
    this.#advisor = advisor;
    this.#finder = new FaultFinder({
      index,
      candidates: new CandidateFinder(index),
      sidecarOf: (path) => this.#sidecarOf(path),
    });
  }

  static async open({
    repository,
    folder,
    advisor,
    signal,
  }: {
    readonly repository: string;
    readonly folder?: string | undefined;
    readonly advisor?: Advisor | undefined;
    readonly signal: AbortSignal;
  }): Promise<Mending> {
    const tree = await ContentTree.open(repository, folder);
    return new Mending(tree, await ContentIndex.read(tree, signal), advisor);
  }

  get documents(): readonly DocumentEntry[] {
    return [...this.index.documents.values()];
  }

  find(repositoryPath: string): DocumentEntry | undefined {
    const { prefix } = this.tree;
    return repositoryPath.startsWith(prefix)
      ? this.index.documents.get(repositoryPath.slice(prefix.length))
      : undefined;
  }

  repositoryPath({ path }: DocumentEntry): string {
    return this.tree.prefix + path;
  }

  /** Undefined if too large or invalid UTF-8. */
  read({ path }: DocumentEntry): Promise<string | undefined> {
    return this.tree.read(path, maxDocumentBytes);
  }

  /** Uses the rules only, without the advisor. */
  async faultsOf(document: DocumentEntry): Promise<readonly Fault[]> {
    const source = await this.read(document);
    return source === undefined ? [] : this.#finder.find(source, document);
  }

  async mend(
    document: DocumentEntry,
    isLeft: (fault: Fault) => boolean = () => false,
  ): Promise<MendedDocument> {
    const before = (await this.read(document)) ?? '';
    const found = await this.#finder.find(before, document);
    const advised = (await this.#advisor?.advise(before, found)) ?? found;
    const faults = advised.map((fault) => (isLeft(fault) ? { ...fault, mend: undefined } : fault));
    const mended = mendText(before, faults);
    const change = { path: this.repositoryPath(document), before, after: mended.text };
    return {
      ...mended,
      document,
      before,
      patch: mended.text === before ? '' : createPatch(change),
    };
  }

  async #sidecarOf(path: string): Promise<Sidecar> {
    if (!this.index.media.has(path)) return noSidecar;
    const yaml = await this.tree.read(sidecarPath(path), sidecarBytes);
    return yaml === undefined ? noSidecar : readSidecar(yaml);
  }
}
