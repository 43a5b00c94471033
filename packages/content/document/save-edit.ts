import { isDeepStrictEqual } from 'node:util';
import {
  documentStatuses,
  isDocumentStatus,
  scheduleKeys,
  type DocumentStatus,
  type ScheduleRequest,
} from '@galley/editorial';
import {
  documentFields,
  fieldError,
  fieldFault,
  fieldNames,
  type FieldError,
  type FieldFault,
  type FieldValues,
} from '@galley/kernel';
import { frontmatterLimits, limitFaultOfValues } from '@galley/settings';
import type { ReadDocument } from './document.ts';
import { parseDocumentTime, notATime } from './document-times.ts';
import { editSource } from './frontmatter/edit-source.ts';
import { parseSource } from './frontmatter/parse-source.ts';
import { frontmatterProblems } from './frontmatter/problems.ts';
import { contentProblems } from './problems.ts';
import { isClientKey, serverKeys } from './revision.ts';

type Values = Readonly<Record<string, unknown>>;

export interface SaveInput {
  /** Body, or the whole file when `frontmatter` is absent and this starts with frontmatter. */
  readonly content: string;
  /** Replaces the client-owned keys; absent, they stay. */
  readonly frontmatter?: Values | undefined;
}

/** The server's own keys are not written yet. */
export interface RequestedText extends StateRequest {
  readonly text: string;
}

export interface StateRequest {
  readonly asked: DocumentStatus | undefined;
  readonly schedule: ScheduleRequest;
}

/** Gaps page, Documents: `save`. */
export function resolveRequestedText(
  current: ReadDocument,
  input: SaveInput,
  timeZone: string,
): RequestedText {
  rejectUnreadable(current);
  const raw = input.frontmatter === undefined ? rawValues(input.content) : undefined;
  const given = input.frontmatter ?? raw;
  const request = checkFrontmatter(given ?? {}, current.values, timeZone);
  return { text: raw ? rawText(current, input.content) : editedText(current, input), ...request };
}

/** The history does not hold a file that was too large to read either. */
export function rejectUnreadable({ text, bytes, problem }: ReadDocument): void {
  if (text !== null || bytes.length > 0) return;
  throw contentProblems.payload_too_large(`${problem!.message} Make it smaller on disk first.`);
}

export function checkFrontmatter(given: Values, before: Values, timeZone: string): StateRequest {
  requireWithinLimits(given);
  rejectNewAuthor(before['author'], given);
  const news = Object.entries(given).filter(
    ([key, value]) => !isDeepStrictEqual(value, before[key]),
  );
  rejectInvalidFields(Object.fromEntries(news), timeZone);
  const { workflow } = given;
  return {
    asked: isDocumentStatus(workflow) ? workflow : undefined,
    schedule: newTimes(given, before, timeZone),
  };
}

/** An omitted key keeps its time; null clears it. */
export function newTimes(given: Values, before: Values, timeZone: string): ScheduleRequest {
  const news = scheduleKeys.flatMap((key) => {
    if (given[key] === undefined) return [];
    const at = parseDocumentTime(given[key], timeZone);
    if (at?.getTime() === parseDocumentTime(before[key], timeZone)?.getTime()) return [];
    return [[key, at ? { at, text: given[key] } : null] as const];
  });
  return Object.fromEntries(news);
}

/** Undefined when the content is only a body. */
function rawValues(content: string): Values | undefined {
  const source = parseSource(content);
  if (!source.hasFrontmatter) return undefined;
  if (source.problem) {
    const { message, line, column } = source.problem;
    const reason = message.replace(/\.$/, '');
    throw contentProblems.invalid_fields.at([
      fieldError('content', 'invalid_yaml', { reason, line, column }),
    ]);
  }
  return source.values;
}

function editedText({ text, values, problem }: ReadDocument, input: SaveInput): string {
  const { content, frontmatter } = input;
  if (text === null) {
    throw frontmatterProblems.frontmatter_broken(
      `${problem!.message} To replace the file, save its full source, starting with the frontmatter.`,
    );
  }
  if (!frontmatter) {
    // A file without frontmatter looks like a body; when it is sent back unchanged, the save changes nothing.
    return isSameText(text, content) ? text : editSource(text, { body: content });
  }
  const set = Object.fromEntries(Object.entries(frontmatter).filter(([key]) => isClientKey(key)));
  const remove = Object.keys(values).filter((key) => isClientKey(key) && !(key in set));
  return editSource(text, { set, remove, body: content });
}

/** Keeps the server's keys. JSON and text areas turn CRLF into LF and drop byte order marks: no change. */
function rawText(current: ReadDocument, content: string): string {
  const before = current.text ?? '';
  if (isSameText(before, content)) return before;
  const mark = before.startsWith('\uFEFF') && !content.startsWith('\uFEFF') ? '\uFEFF' : '';
  const crlf = before.includes('\r\n') && !/(^|[^\r])\n/.test(before);
  const text = mark + (crlf ? content.replace(/\r?\n/g, '\r\n') : content);
  return withServerKeys(text, current.values);
}

export function withServerKeys(text: string, values: Values): string {
  const fixed = [...serverKeys, ...scheduleKeys];
  const kept = Object.fromEntries(
    fixed.filter((key) => key in values).map((key) => [key, values[key]]),
  );
  return editSource(text, { set: kept, remove: fixed.filter((key) => !(key in kept)) });
}

/** The body of a file with two byte order marks starts with the second, and so looks like a whole file. */
function isSameText(before: string, content: string): boolean {
  const text = withLineFeeds(withoutMark(before));
  return [content, withoutMark(content)].some((same) => withLineFeeds(same) === text);
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Runs before all other checks: the values may exceed what any file may hold. */
function requireWithinLimits(given: Values): void {
  const fault = limitFaultOfValues(given, frontmatterLimits);
  if (fault) throw contentProblems.invalid_fields.at([{ path: 'frontmatter', ...fault }]);
}

function rejectNewAuthor(current: unknown, { author }: Values): void {
  if (author === undefined || author === null || isDeepStrictEqual(author, current)) return;
  throw contentProblems.forbidden(
    'A save cannot change the author of a document. Ask an editor to assign a new owner.',
  );
}

function rejectInvalidFields(given: Values, timeZone: string): void {
  const errors = [...findFieldErrors(given, timeZone)];
  if (errors.length > 0) throw contentProblems.invalid_fields.at(errors);
}

type Rule = readonly [
  key: string,
  holds: (value: unknown, timeZone: string) => boolean,
  fault: FieldFault,
];

const textRule = [isText, fieldFault('not_text')] as const;
const rulesOfTypes = {
  text: textRule,
  optional_text: textRule,
  time: [isTime, notATime],
  terms: null,
  mapping: [isMapping, fieldFault('not_a_map')],
} as const satisfies Readonly<Record<keyof FieldValues, unknown>>;

const rules: readonly Rule[] = [
  ['workflow', isDocumentStatus, fieldFault('not_one_of', { allowed: documentStatuses })],
  ...fieldNames('writer', 'people', 'state').flatMap((name) => {
    const rule = rulesOfTypes[documentFields[name].type];
    return rule ? [[name, ...rule] as const] : [];
  }),
  ['slug', (value) => !isText(value) || !value.includes('/'), fieldFault('not_a_segment')],
];

export function* findFieldErrors(given: Values, timeZone: string): Generator<FieldError> {
  for (const [key, holds, fault] of rules) {
    const value = given[key];
    if (value === undefined || value === null || holds(value, timeZone)) continue;
    yield { path: `frontmatter.${key}`, ...fault };
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTime(value: unknown, timeZone: string): boolean {
  return parseDocumentTime(value, timeZone) !== undefined;
}

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && !Array.isArray(value);
}
