import {
  checkDocumentFields,
  frontmatterLimits,
  limitFaultOfValues,
  type SiteSettings,
} from '@galley/settings';
import { locateDocument, readDocument } from './read-document.ts';
import type { ReadDocument } from './document.ts';
import { isClientKey } from './revision.ts';
import { findFieldErrors } from './save-edit.ts';

export interface DocumentFault {
  /** In the file, from 1; null for the whole file. */
  readonly line: number | null;
  readonly message: string;
}

export interface ReadFile {
  /** Undefined where no document can be. */
  readonly document: ReadDocument | undefined;
  /** Reasons why a save, or the publication of the saved document, would be refused. */
  readonly faults: readonly DocumentFault[];
}

export function readWithFaults(path: string, bytes: Buffer, settings: SiteSettings): ReadFile {
  const place = locateDocument(path, settings);
  if (!place) {
    const message = 'is in no folder of a content type, so it is not a document';
    return { document: undefined, faults: [{ line: null, message }] };
  }
  const document = readDocument(place, bytes, settings);
  return { document, faults: [...listFaults(document, settings)] };
}

function* listFaults(document: ReadDocument, settings: SiteSettings): Generator<DocumentFault> {
  const { problem, place, metadata } = document;
  if (problem) {
    yield { line: problem.line, message: problem.message };
    return;
  }
  const values = Object.fromEntries(
    Object.entries(document.values).filter(([key]) => isClientKey(key)),
  );
  const tooLarge = limitFaultOfValues(values, frontmatterLimits);
  if (tooLarge !== undefined) yield { line: 1, message: `The frontmatter ${tooLarge.message}.` };
  const errors = [
    ...findFieldErrors(values, settings.timeZone),
    ...checkDocumentFields(settings.customFields, place.type, metadata.fields).errors,
  ];
  for (const { path, code, message } of errors) {
    const name = path.replace(/^frontmatter\./, '');
    const text = code === 'required' ? message : `${name} ${message}`;
    yield { line: lineOfField(document, name.split('.')[0]!), message: text };
  }
}

/** The line of a top-level key; 1 if it is missing. */
export function lineOfField({ text }: ReadDocument, key: string): number {
  const spellings = [key, `"${key}"`, `'${key}'`];
  const found = (text ?? '').split('\n').findIndex((line) => {
    const [name] = line.trimStart().split(/\s*[:=]/, 1);
    return spellings.includes(name!) && (/^\S/.test(line) || name!.startsWith('"'));
  });
  return Math.max(found, 0) + 1;
}
