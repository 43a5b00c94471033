import { parseDocumentTime } from './document-times.ts';

type Values = Readonly<Record<string, unknown>>;

interface Circumstances {
  /** Undefined when only the text counts. */
  readonly path?: string | undefined;
  readonly timeZone: string;
  readonly now: Date;
}

export interface NotPublic {
  /** Key as spelled in the file; null when the path is the reason. */
  readonly key: string | null;
  readonly message: string;
}

type Rule = (value: unknown, circumstances: Circumstances) => string | undefined;

const falseValues = new Set<unknown>([false, 0, 'false', 'no', 'off', '0', 'n', 'never']);
const trueValues = new Set<unknown>([true, 1, 'true', 'yes', 'on', '1', 'y', 'always']);

const privateStates = new Set<unknown>(
  `draft in_review in-review review wip pending scheduled future private hidden internal members paid
   unpublished unlisted archived trash trashed deleted`.split(/\s+/),
);

const isPrivate: Rule = (value) =>
  privateStates.has(value) ? 'marks the file as not public' : undefined;

/** Jekyll does not publish a file with an empty `published`. */
const mustBeYes: Rule = (value, circumstances) => {
  if (trueValues.has(value)) return undefined;
  if (falseValues.has(value) || value === null) return 'marks the file as not public';
  return mustBePast(value, circumstances);
};

const mustBeNo: Rule = (value) =>
  falseValues.has(value) || value === null || value === ''
    ? undefined
    : 'marks the file as not public';

const mustNotBeFalse: Rule = (value) =>
  falseValues.has(value) ? 'prevents the file from getting a page' : undefined;

/** A future `date` alone does not hide a document: events may lie ahead. */
const mustBeTime: Rule = (value, { timeZone }) =>
  value === null || value === '' || parseDocumentTime(value, timeZone)
    ? undefined
    : 'is not a valid time, such as 2026-03-01T09:30:00+01:00';

const mustBePast: Rule = (value, circumstances) => {
  const fault = mustBeTime(value, circumstances);
  if (fault || value === null || value === '') return fault;
  const time = parseDocumentTime(value, circumstances.timeZone);
  return time && time > circumstances.now ? 'is in the future' : undefined;
};

const mustBeAbsent: Rule = (value) =>
  value === null || value === ''
    ? undefined
    : 'sets an expiry date, which Galley reads from scheduled_unpublish_at only';

const mustRender: Rule = (value) => {
  const render =
    value !== null && typeof value === 'object' ? (value as Values)['render'] : undefined;
  return render !== undefined && !trueValues.has(normalizeValue(render))
    ? 'prevents the file from getting a page'
    : undefined;
};

/** Keys in lower case without `_` and `-`, because Hugo reads keys in any case. */
const rules: Readonly<Record<string, Rule>> = {
  draft: mustBeNo,
  private: mustBeNo,
  headless: mustBeNo,
  published: mustBeYes,
  publish: mustBeYes,
  public: mustBeYes,
  status: isPrivate,
  state: isPrivate,
  visibility: isPrivate,
  permalink: mustNotBeFalse,
  build: mustRender,
  date: mustBeTime,
  publishdate: mustBePast,
  pubdate: mustBePast,
  pubdatetime: mustBePast,
  publishedat: mustBePast,
  publishat: mustBePast,
  publishedon: mustBePast,
  scheduledpublishat: mustBePast,
  expirydate: mustBeAbsent,
  unpublishdate: mustBeAbsent,
  expires: mustBeAbsent,
};

/** For files without a `workflow` key, which takes precedence; `draft: true` alone needs no explanation. */
export function findNotPublic(values: Values, circumstances: Circumstances): NotPublic | undefined {
  if ('workflow' in values || values['draft'] === true) return undefined;
  for (const [key, value] of Object.entries(values)) {
    const rule = rules[key.toLowerCase().replace(/[_-]/g, '')];
    const reason = rule?.(normalizeValue(value), circumstances);
    if (reason) return { key, message: `${key} ${reason}` };
  }
  const place = circumstances.path && findPrivateLocation(circumstances.path);
  return place ? { key: null, message: place } : undefined;
}

function findPrivateLocation(path: string): string | undefined {
  const parts = path.split('/');
  if (parts.includes('_drafts')) return 'Files in the folder _drafts are drafts';
  const name = parts.at(-1)!;
  const isPartial = name.startsWith('_') && !name.startsWith('_index.');
  return isPartial ? 'A file whose name starts with an underscore gets no page' : undefined;
}

function normalizeValue(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}
