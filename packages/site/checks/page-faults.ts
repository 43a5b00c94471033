import { lineOfField, type DocumentFault, type PublishedDocument } from '@galley/content';
import { findNearest } from '@galley/settings';
import type { UnknownBlock } from '../markdown/unknown-blocks.ts';
import { lineInFile, type CheckedDocument, type ContentFault } from './content-checks.ts';

/** The page of a document, rendered once. */
export interface RenderedPage {
  /** Why the theme cannot render it, with the place in the theme. */
  readonly failure: string | undefined;
  /** Layouts of the theme; empty after a failure. */
  readonly layouts: readonly string[];
  /** Names of the blocks of enabled plugins. */
  readonly blocks: readonly string[];
  /** Undefined if finding them takes too long. */
  readonly unknownBlocks: readonly UnknownBlock[] | undefined;
}

export interface PreviewedDocument extends CheckedDocument {
  /** The document as its page would show it. */
  readonly page: PublishedDocument | undefined;
}

/** Whether the theme renders the page of each document completely. */
export async function findPageFaults(
  documents: readonly PreviewedDocument[],
  render: (page: PublishedDocument) => Promise<RenderedPage>,
): Promise<ContentFault[]> {
  const faults: ContentFault[] = [];
  for (const one of documents) {
    const found = one.page ? [...pageFaults(one, await render(one.page))] : [];
    const unreadable = one.document?.problem;
    if (unreadable) found.unshift(unreadable);
    faults.push(...found.map(({ line, message }) => ({ path: one.path, line, message })));
  }
  return faults;
}

function* pageFaults(
  one: PreviewedDocument,
  { failure, layouts, blocks, unknownBlocks }: RenderedPage,
): Generator<DocumentFault> {
  const { document } = one;
  const layout = document!.metadata.layout;
  if (failure !== undefined)
    yield { line: null, message: `the theme cannot render this page: ${failure}` };
  else if (layout !== null && !layouts.includes(layout)) {
    const message = `the theme has no layout “${layout}”; it has ${layouts.join(', ')}`;
    yield { line: lineOfField(document!, 'layout'), message };
  }
  if (unknownBlocks === undefined)
    yield { line: null, message: 'takes too long to read; simplify its Markdown' };
  for (const { name, line } of unknownBlocks ?? []) {
    const nearest = findNearest(name, blocks);
    const hint = nearest === undefined ? '' : `; did you mean “${nearest}”?`;
    const message = `no enabled plugin has a block “${name}”, so the page shows its source${hint}`;
    yield { line: lineInFile(document!, line), message };
  }
}
