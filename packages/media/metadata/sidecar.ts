import { isDeepStrictEqual } from 'node:util';
import { isMap, isNode, LineCounter, parseDocument, type Document } from 'yaml';
import {
  fieldError,
  fieldFault,
  withParams,
  type FieldError,
  type FieldFault,
} from '@galley/kernel';
import { frontmatterLimits, limitFault } from '@galley/settings';
import { mediaProblems } from '../problems.ts';
import { emptyMetadata, type MediaMetadata } from './media-metadata.ts';

type Key = keyof MediaMetadata;

interface Kind {
  readonly expected: FieldFault;
  readonly fits: (value: unknown) => boolean;
}

const text: Kind = { expected: fieldFault('not_plain_text'), fits: isText };
const share: Kind = {
  expected: fieldFault('out_of_range', { min: 0, max: 1 }),
  fits: (value) => typeof value === 'number' && value >= 0 && value <= 1,
};

const kinds: Readonly<Record<Key, Kind>> = {
  title: text,
  alt: text,
  caption: text,
  credit: text,
  tags: {
    expected: fieldFault('not_a_list', { example: '[harbour, "2026"]' }),
    fits: (value) => Array.isArray(value) && value.every(isText),
  },
  decorative: {
    expected: fieldFault('not_a_boolean'),
    fits: (value) => typeof value === 'boolean',
  },
  focal_x: share,
  focal_y: share,
  uploaded_by: text,
  uploaded_at: {
    expected: fieldFault('not_a_time', { example: '2026-06-01T08:00:00Z' }),
    fits: (value) =>
      isText(value) && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)),
  },
};
const keys = Object.keys(kinds) as Key[];

/** The database refuses NUL and lone surrogates. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

/** Missing values get defaults; unknown keys are ignored. @throws `invalid_metadata` with the line */
export function readSidecar(source: string): MediaMetadata {
  return toMetadata(parseSource(source));
}

/**
 * `source` is undefined for a new sidecar. Keeps comments, order, line ends and unknown keys; removes keys set to null,
 * an empty list or false. @throws `invalid_metadata` for invalid existing text or change
 */
export function editSidecar(source: string | undefined, changes: Partial<MediaMetadata>): string {
  const found = parseSource(source ?? '');
  const before = toMetadata(found);
  const changed = keys.filter(
    (key) => changes[key] !== undefined && !isDeepStrictEqual(changes[key], before[key]),
  );
  throwIfAny(changed.flatMap((key) => findMistake(key, changes[key]) ?? []));
  if (changed.length === 0) return source ?? '';
  for (const key of changed) {
    if (isDeepStrictEqual(changes[key], emptyMetadata[key])) clearKey(found.document, key);
    else found.document.set(key, changes[key]);
  }
  return serialize(found.document, source ?? '');
}

function serialize(document: Document, source: string): string {
  const { contents, comment, commentBefore } = document;
  if (isMap(contents) && contents.items.length === 0) {
    if (!comment && !commentBefore) return '';
    document.contents = null;
  }
  // Keeps long lines and tight brackets.
  const text = document.toString({ lineWidth: 0, flowCollectionPadding: /[[{] /.test(source) });
  return source.includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text;
}

/** Deleting a key would delete the comment above it. */
function clearKey(document: Document, key: Key): void {
  const named = findPair(document, key)?.key;
  if (isNode(named) && named.commentBefore) document.set(key, null);
  else document.delete(key);
}

interface Parsed {
  readonly document: Document;
  readonly values: Readonly<Record<string, unknown>>;
  readonly lineOf: (key?: string) => number;
}

function parseSource(source: string): Parsed {
  const fault = limitFault(source, frontmatterLimits);
  if (fault) {
    const line = source.slice(0, fault.offset).split('\n').length;
    throw invalidMetadata([{ path: '', ...withParams(fault, { line }) }]);
  }
  const lines = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  try {
    const document = parseDocument(source, {
      lineCounter: lines,
      prettyErrors: false,
      stringKeys: true,
    });
    const [error] = document.errors;
    if (error)
      throw invalidMetadata([
        fieldError('', 'invalid_yaml', {
          reason: describeYamlError(error.code),
          line: lineAt(error.pos[0]),
        }),
      ]);
    const values: unknown = document.toJS({ maxAliasCount: 50 }) ?? {};
    if (!isRecord(values)) {
      throw invalidMetadata([fieldError('', 'not_a_map', { example: 'title: Harbour', line: 1 })]);
    }
    return { document, values, lineOf: (key) => lineAt(findOffset(document, key)) };
  } catch (error) {
    if (mediaProblems.invalid_metadata.is(error)) throw error;
    // The YAML library throws its own errors.
    throw invalidMetadata([fieldError('', 'too_deep', { max: frontmatterLimits.depth })]);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function describeYamlError(code: string): string {
  return code === 'DUPLICATE_KEY'
    ? 'this key is there already; keep one of the two'
    : 'this is not valid YAML; check quotes, brackets and indentation';
}

function findOffset(document: Document, key: string | undefined): number {
  const named = key === undefined ? undefined : findPair(document, key)?.key;
  return isNode(named) ? (named.range?.[0] ?? 0) : 0;
}

function findPair({ contents }: Document, key: string) {
  return isMap(contents) ? contents.items.find((one) => String(one.key) === key) : undefined;
}

function toMetadata({ values, lineOf }: Parsed): MediaMetadata {
  const given = keys.filter((key) => Object.hasOwn(values, key) && values[key] !== null);
  throwIfAny(given.flatMap((key) => findMistake(key, values[key], lineOf(key)) ?? []));
  return {
    ...emptyMetadata,
    ...(Object.fromEntries(given.map((key) => [key, values[key]])) as Partial<MediaMetadata>),
  };
}

function findMistake(key: Key, value: unknown, line?: number): FieldError | undefined {
  if (value === null || kinds[key].fits(value)) return undefined;
  return { path: key, ...withParams(kinds[key].expected, { line }) };
}

function throwIfAny(mistakes: readonly FieldError[]): void {
  if (mistakes.length > 0) throw invalidMetadata(mistakes);
}

function invalidMetadata(errors: readonly FieldError[]) {
  return mediaProblems.invalid_metadata.at(errors, 'The metadata of the file is not valid: ');
}
