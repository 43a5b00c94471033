import type { DomainError, FieldFault } from '@galley/kernel';
import {
  changedKeys,
  frontmatterLimits,
  isEqual,
  limitFault,
  limitFaultOfValues,
  type Values,
  type YamlChange,
} from '@galley/settings';
import { joinSource, splitSource, type SourceParts } from './fences.ts';
import { findForeignFormat } from './foreign-format.ts';
import { formats, withoutNulls } from './formats.ts';
import { dominantEnding, keepLineEndings } from './line-endings.ts';
import { parseSource } from './parse-source.ts';
import { frontmatterProblems } from './problems.ts';
import { positionAt } from './source-problem.ts';

/** A key in both `set` and `remove` is removed. */
export interface SourceEdit {
  readonly set?: Values;
  readonly remove?: readonly string[];
  readonly body?: string;
}

/**
 * Touches only entries whose values differ (as JSON); everything else stays identical to the byte. Parses the result,
 * and tries another way of writing where it differs from the request. @throws `frontmatter_broken` for unreadable
 * frontmatter, `frontmatter_not_editable` when other values would change (a key from a merge key cannot be removed)
 */
export function editSource(text: string, edit: SourceEdit): string {
  const parts = splitSource(text);
  if (parts.format === null) refuseForeignFormat(text);
  const before = getValues(text, parts);
  const body = edit.body === undefined ? parts.body : keepLineEndings(edit.body, parts.body, text);
  const after = applyEdit(before, edit);
  const hasNull = formats[parts.format ?? 'yaml'].hasNull;
  const change = { before, after: hasNull ? after : withoutNulls(after) };
  const changed = changedKeys(change);
  if (changed.size === 0 && body === parts.body) return text;
  const ending = dominantEnding(text === '' ? body : text);
  for (const candidate of candidates({ ...parts, body }, { ...change, changed, ending })) {
    const isYaml = candidate.format === 'yaml';
    const fault = isYaml ? limitFault(candidate.block, frontmatterLimits) : undefined;
    if (fault) throw frontmatterTooLargeError(fault);
    const result = joinSource(candidate, ending);
    if (readsAs(result, { ...candidate, values: change.after })) return result;
  }
  throw notEditableError(changed);
}

/** Without values it has no frontmatter, unless the body starts like frontmatter. */
export function composeSource(values: Values, body: string): string {
  return editSource('', { set: values, body });
}

function getValues(text: string, { bom, format, opening, block }: SourceParts): Values {
  if (format === null) return {};
  const read = formats[format].read(block);
  if ('values' in read) return read.values;
  throw brokenFrontmatterError(text, bom.length + opening.length + read.offset, read.message);
}

/** New frontmatter above foreign frontmatter would turn the latter into text that readers see. */
function refuseForeignFormat(text: string): void {
  const foreign = findForeignFormat(text);
  if (foreign)
    throw brokenFrontmatterError(text, foreign.offset, foreign.message.replace(/\.$/, ''));
}

function brokenFrontmatterError(text: string, offset: number, reason: string): DomainError {
  const position = positionAt(text, offset);
  const place = `line ${position.line}, column ${position.column}`;
  const message = `The frontmatter cannot be read (${place}): ${reason}. Fix it in the source of the file.`;
  return frontmatterProblems.frontmatter_broken(message, position);
}

function applyEdit(before: Values, { set = {}, remove = [] }: SourceEdit): Values {
  const after = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(set)) if (value !== undefined) after.set(key, value);
  for (const key of remove) after.delete(key);
  const values = Object.fromEntries(after);
  const fault = limitFaultOfValues(values, frontmatterLimits);
  if (fault !== undefined) throw frontmatterTooLargeError(fault);
  return values;
}

function frontmatterTooLargeError(fault: FieldFault): DomainError {
  const errors = [{ path: 'frontmatter', ...fault }];
  return frontmatterProblems.frontmatter_not_editable.at(errors, 'It would be too large. ');
}

function* candidates(parts: SourceParts, change: YamlChange): Generator<SourceParts> {
  if (change.changed.size === 0) yield parts;
  const fence = `---${change.ending}`;
  const format = parts.format ?? 'yaml';
  const fenced = parts.format ? parts : { ...parts, format, opening: fence, closing: fence };
  for (const block of formats[format].candidates(parts.block, change)) yield { ...fenced, block };
}

function readsAs(text: string, wanted: { bom: string; body: string; values: Values }): boolean {
  const { bom, body, values, problem } = parseSource(text);
  const isWhole = problem === null && bom === (wanted.bom !== '') && body === wanted.body;
  return isWhole && isEqual(values, wanted.values);
}

function notEditableError(changed: ReadonlySet<string>): DomainError {
  const keys = [...changed];
  const names = keys.map((key) => `"${key}"`).join(', ');
  const message = `The change of ${names} cannot be written without changing other values, most likely because of an anchor, an alias or a merge key. Change it in the source of the file.`;
  return frontmatterProblems.frontmatter_not_editable(message, { keys });
}
