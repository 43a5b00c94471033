import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { syncFolder, temporaryIn } from '@galley/kernel';
import { isCollection, isMap, isScalar, parseDocument, stringify, type Document } from 'yaml';
import { complaint } from './finding.ts';
import { settingsProblems } from './problems.ts';
import { parseSiteSettings, readSiteSettings, siteSettingsFile } from './site-settings.ts';
import { parseYaml } from './yaml-source.ts';

/** One key of `config/site.yaml` and what it is to be; undefined takes it away. */
export interface SettingChange {
  readonly path: readonly string[];
  readonly value: unknown;
}

export interface SiteSettingsEdit {
  readonly contentDirectory: string;
  readonly changes: readonly SettingChange[];
  /** Keeps every other process out that edits the file, for as long as `work` runs. */
  readonly underLock: (work: () => Promise<boolean>) => Promise<boolean>;
}

/**
 * Changes `config/site.yaml` in the content tree, and nothing in it but that: comments, order and line endings stay.
 * False when everything was so already, and nothing was written. Whoever reads the file sees the old text or the new,
 * also after a power cut.
 *
 * @throws `invalid_site_settings`, with every mistake and its place, when the file is not valid before or after that;
 * `settings_not_written` when it cannot be written.
 */
export function editSiteSettings(edit: SiteSettingsEdit): Promise<boolean> {
  const { contentDirectory, changes, underLock } = edit;
  return underLock(async () => {
    const before = await readSiteSettings(contentDirectory);
    parseSiteSettings(before, siteSettingsFile);
    const after = changes.reduce(changed, before);
    if (after === before) return false;
    parseSiteSettings(after, siteSettingsFile);
    await replace(path.join(contentDirectory, siteSettingsFile), after).catch(refuseUnwritten);
    return true;
  });
}

/** The text with one key changed, by the smallest step that does exactly that. */
function changed(text: string, change: SettingChange): string {
  const document = parsed(text);
  const wanted = withChange(text, change);
  const before = document.toJS() as unknown;
  if (isDeepStrictEqual(before, wanted.toJS())) return text;
  for (const step of [inPlace, appended]) {
    const next = step(text, document, change);
    if (next !== undefined && saysTheSame(next, wanted)) return next;
  }
  return withLineEndingsOf(text, wanted.toString({ lineWidth: 0 }));
}

function parsed(text: string): Document {
  const { document, findings } = parseYaml(text, siteSettingsFile);
  if (findings.length > 0) throw complaint(settingsProblems.invalid_site_settings, findings);
  return document;
}

/** The whole document with the change in it; written out, it is laid out anew. */
function withChange(text: string, { path: keys, value }: SettingChange): Document {
  const document = parsed(text);
  if (value === undefined) {
    document.deleteIn(keys);
    return document;
  }
  // A key without a value has nothing that the next could be put into.
  const empty = keys.findIndex((_key, index) => {
    const node = document.getIn(keys.slice(0, index), true);
    return !isCollection(node);
  });
  if (empty === -1) document.setIn(keys, value);
  else document.setIn(keys.slice(0, empty), document.createNode(nested(keys.slice(empty), value)));
  return document;
}

function nested(keys: readonly string[], value: unknown): unknown {
  return keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
}

/** A single value in the place of another one: not a character beside it is touched. */
function inPlace(
  text: string,
  document: Document,
  { path: keys, value }: SettingChange,
): string | undefined {
  const node = document.getIn(keys, true);
  const written = singleLine(value);
  if (written === undefined || !isScalar(node) || !node.range) return undefined;
  const [start, end] = node.range;
  // An empty value has no place of its own, and would stick to the colon.
  return start === end ? undefined : text.slice(0, start) + written + text.slice(end);
}

/** A key that was not there, on a line of its own at the end. */
function appended(
  text: string,
  document: Document,
  { path: keys, value }: SettingChange,
): string | undefined {
  const isOpen =
    document.contents === null || (isMap(document.contents) && !document.contents.flow);
  if (!isOpen || value === undefined || document.has(keys[0])) return undefined;
  const separator = text === '' || text.endsWith('\n') ? '' : '\n';
  const lines = stringify(nested(keys, value), { lineWidth: 0 });
  return text + withLineEndingsOf(text, separator + lines);
}

function singleLine(value: unknown): string | undefined {
  if (typeof value === 'string') {
    return /^[a-z][a-z0-9_-]*$/i.test(value) && stringify(value) === `${value}\n`
      ? value
      : JSON.stringify(value);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function saysTheSame(text: string, wanted: Document): boolean {
  const document = parseDocument(text);
  return document.errors.length === 0 && isDeepStrictEqual(document.toJS(), wanted.toJS());
}

function withLineEndingsOf(text: string, lines: string): string {
  return text.includes('\r\n') ? lines.replace(/\r?\n/g, '\r\n') : lines;
}

async function replace(named: string, text: string): Promise<void> {
  await mkdir(path.dirname(named), { recursive: true });
  // A link to the file stays one: what it leads to is written.
  const file = await realpath(named).catch(() => named);
  const folder = path.dirname(file);
  const mode = await stat(file).then(
    (found) => found.mode & 0o777,
    () => 0o644,
  );
  const temporary = temporaryIn(folder);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function refuseUnwritten({ code = 'unknown reason' }: NodeJS.ErrnoException): never {
  throw settingsProblems.settings_not_written(
    `${siteSettingsFile} could not be written (${code}). Nothing was changed; make the folder writable, or edit the file by hand.`,
  );
}
