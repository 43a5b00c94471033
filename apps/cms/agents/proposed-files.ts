import { isDeepStrictEqual } from 'node:util';
import { isClientKey, locateDocument, readSource, type DocumentLocation } from '@galley/content';
import { proposalProblems, type DocumentSubmission, type SubmittedFile } from '@galley/proposals';
import type { SiteSettings } from '@galley/settings';

type DocumentText = Pick<ReturnType<typeof readSource>, 'values' | 'body'>;

export interface ProposedDocument {
  readonly place: DocumentLocation;
  /** The text on the base of the patch; `undefined` for a new document. */
  readonly before: ReturnType<typeof readSource> | undefined;
  readonly after: ReturnType<typeof readSource>;
}

/** @throws `not_proposable` for other files of the content tree, deleted documents and unreadable ones */
export function proposedDocuments(
  { files }: Pick<DocumentSubmission, 'files'>,
  { prefix, settings }: { readonly prefix: string; readonly settings: SiteSettings },
): ProposedDocument[] {
  return files.map((file) => {
    const path = file.path.slice(prefix.length);
    const place = locateDocument(path, settings);
    if (!place)
      throw proposalProblems.not_proposable(
        `${file.path} is not a document. In the content tree, agents can only propose documents; people change settings and media.`,
        { path: file.path },
      );
    return {
      place,
      before: file.before === null ? undefined : readSource(file.before),
      after: readPatchedText(file),
    };
  });
}

function readPatchedText({ path, after }: SubmittedFile): ProposedDocument['after'] {
  if (after === null)
    throw proposalProblems.not_proposable(
      `The patch deletes ${path}. Only people can delete documents. Propose a text that explains what happened to it.`,
      { path },
    );
  const source = readSource(after);
  if (!source.problem) return source;
  const { message, line, column } = source.problem;
  throw proposalProblems.not_proposable(
    `${path}, line ${line}, column ${column}: ${message} The patched document must be readable.`,
    { path },
  );
}

/** Ignores fields that Galley writes itself. */
export function hasSameContent(one: DocumentText, other: DocumentText): boolean {
  const [body, otherBody] = [one, other].map((text) => text.body.replace(/\r\n?/g, '\n'));
  return body === otherBody && isDeepStrictEqual(ownValues(one), ownValues(other));
}

export function ownValues({ values }: Pick<DocumentText, 'values'>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => isClientKey(key)));
}
