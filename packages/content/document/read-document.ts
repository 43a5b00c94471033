import { isDocumentStatus, type DocumentStatus } from '@galley/editorial';
import {
  documentFields,
  fieldNames,
  frontmatterKeys,
  propertyOf,
  type DocumentFields,
} from '@galley/kernel';
import { documentId, permalinkFor, typeOf, type SiteSettings } from '@galley/settings';
import type { DocumentMetadata, DocumentLocation, ReadDocument } from './document.ts';
import { parseDocumentTime } from './document-times.ts';
import { decodeSource } from './frontmatter/decode-source.ts';
import { parseSource, type ParsedSource } from './frontmatter/parse-source.ts';
import { positionAt, type SourceProblem } from './frontmatter/source-problem.ts';
import { findPathFault } from './content-path.ts';
import { findNotPublic } from './not-public.ts';
import { contentProblems } from './problems.ts';
import { isClientKey, computeRevision } from './revision.ts';

type Values = Readonly<Record<string, unknown>>;

export function locateDocument(path: string, settings: SiteSettings): DocumentLocation | undefined {
  if (!path.endsWith('.md') || findPathFault(path) !== undefined) return undefined;
  const found = typeOf(settings, path);
  return (
    found && { path, id: documentId(found), type: found.type, lang: found.lang, key: found.path }
  );
}

export type DocumentSource = Pick<
  ReadDocument,
  'text' | 'values' | 'body' | 'problem' | 'notice' | 'status' | 'revision'
>;

/** Never throws for content: faults are returned with their position. */
export function readDocument(
  place: DocumentLocation,
  bytes: Buffer,
  settings: SiteSettings,
): ReadDocument {
  const source = readSource(bytes, { timeZone: settings.timeZone, path: place.path });
  return { place, bytes, ...source, metadata: metadataFrom(place, source.values, settings) };
}

export interface SourceOrigin {
  readonly timeZone: string;
  readonly path?: string | undefined;
}

/** Only results that depend on the bytes and their origin alone. */
export function readSource(
  bytes: Buffer,
  origin: SourceOrigin = { timeZone: 'UTC' },
): DocumentSource {
  const { text, problem } = decodeSource(bytes);
  const source: ParsedSource =
    text === null
      ? { bom: false, hasFrontmatter: false, values: {}, body: '', bodyOffset: 0, problem }
      : refuseUnstorable(text, parseSource(text));
  const notice = text === null ? null : noticeIn(source, text, origin);
  return {
    text,
    values: source.values,
    body: source.body,
    problem: source.problem,
    notice,
    status: notice ? 'draft' : statusIn(source),
    revision:
      text === null ? computeRevision({}, bytes.toString('latin1')) : revisionIn(source, text),
  };
}

/** @throws `payload_too_large` above `maxBytes`, `invalid_fields` when the text would be unreadable */
export function readNewText(
  place: DocumentLocation,
  text: string,
  { maxBytes, settings }: { readonly maxBytes: number; readonly settings: SiteSettings },
): ReadDocument {
  const bytes = Buffer.from(text);
  if (bytes.length > maxBytes) {
    throw contentProblems.payload_too_large(
      `The document would have ${bytes.length} bytes; the limit is ${maxBytes} (limits.document_body).`,
    );
  }
  const document = readDocument(place, bytes, settings);
  if (!document.problem) return document;
  const { message, line, column } = document.problem;
  throw contentProblems.invalid_fields(
    `The saved document would not be readable: line ${line}, column ${column}: ${message}`,
  );
}

/** PostgreSQL stores neither NUL nor lone surrogates. */
function refuseUnstorable(text: string, source: ParsedSource): ParsedSource {
  if (source.problem) return source;
  const nul = text.indexOf('\0');
  const hidden = /\\u0000|\\ud[89a-f]/.test(JSON.stringify(source.values));
  if (nul < 0 && !hidden) return source;
  const message =
    'The file contains a NUL character or an unpaired surrogate, which cannot be stored. Remove it.';
  return { ...source, values: {}, problem: { message, ...positionAt(text, Math.max(nul, 0)) } };
}

function revisionIn(source: ParsedSource, text: string): string {
  return source.problem ? computeRevision({}, text) : computeRevision(source.values, source.body);
}

function noticeIn(
  { values, problem }: ParsedSource,
  text: string,
  origin: SourceOrigin,
): SourceProblem | null {
  const found = problem ? undefined : findNotPublic(values, { ...origin, now: new Date() });
  if (!found) return null;
  const { key } = found;
  const message = `${found.message}, so the document is a draft. Publish it in Galley or edit the file.`;
  const line = key === null ? -1 : text.split('\n').findIndex((one) => opensKey(one, key));
  return { message, line: Math.max(line, 0) + 1, column: 1 };
}

function opensKey(line: string, key: string): boolean {
  return ['', '"', "'"].some((quote) => line.startsWith(`${quote}${key}${quote}`));
}

function statusIn({ values, problem }: ParsedSource): DocumentStatus {
  if (problem) return 'draft';
  if (isDocumentStatus(values['workflow'])) return values['workflow'];
  return values['draft'] === true || 'workflow' in values ? 'draft' : 'published';
}

const ownKeys = new Set(frontmatterKeys('people'));

function metadataFrom(
  place: DocumentLocation,
  values: Values,
  settings: SiteSettings,
): DocumentMetadata {
  const { key } = place;
  const slug = slugOf(values, key);
  const plain = plainFields(values, settings.timeZone);
  const taxonomyNames = Object.keys(settings.taxonomies);
  return {
    ...plain,
    slug,
    title: text(values['title']) ?? titleFrom(key),
    url: addressOf(place, { slug, date: plain.date }, settings),
    taxonomies: Object.fromEntries(taxonomyNames.map((name) => [name, termsOf(values, name)])),
    fields: mapping(values['fields']),
    params: Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => isClientKey(name) && !ownKeys.has(name) && !taxonomyNames.includes(name),
      ),
    ),
  };
}

/** `slug` as in the frontmatter: without one, and with one that contains a slash, the name of the file counts. */
export function addressOf(
  { type, lang, key }: DocumentLocation,
  given: { readonly slug?: string | undefined; readonly date: Date | null },
  settings: SiteSettings,
): string {
  const slug = slugOf(given, key);
  const path = [...key.split('/').slice(0, -1), slug].join('/');
  return permalinkFor(settings, { type, lang, path, slug, date: given.date });
}

const plainNames = fieldNames('type', 'optional_text', 'time');

function plainFields(
  values: Values,
  timeZone: string,
): DocumentFields<(typeof plainNames)[number]> {
  const read = {
    optional_text: text,
    time: (value: unknown) => parseDocumentTime(value, timeZone) ?? null,
  };
  const fields = plainNames.map((name) => [
    propertyOf(name),
    read[documentFields[name].type](values[name]),
  ]);
  return Object.fromEntries(fields) as DocumentFields<(typeof plainNames)[number]>;
}

function slugOf(values: { readonly slug?: unknown }, key: string): string {
  const given = text(values.slug);
  return given && !given.includes('/') ? given : key.split('/').at(-1)!;
}

function titleFrom(key: string): string {
  const [last = key, folder] = key.split('/').reverse();
  const words = (last === 'index' && folder ? folder : last).replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function termsOf(values: Values, name: string): string[] {
  const listed = [values[name], mapping(values['taxonomies'])[name]].flat();
  const terms = listed
    .map((term) => text(term)?.trim())
    .filter((term) => term !== undefined && term !== '');
  return [...new Set(terms as string[])];
}

export { text as textValue };

function text(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function mapping(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
