import { isScalar, isSeq, type LineCounter, type Node } from 'yaml';
import { Fields, type Fail } from './manifest-fields.ts';
import type { ThemeSettingValue } from './theme-settings.ts';

/**
 * Documents that templates read as `lists.<name>` (ADD-THM-11). A value such as `theme.stories` is that of the setting
 * `stories`.
 */
export interface ThemeList {
  readonly name: string;
  /** The list is loaded only for these layouts. */
  readonly layouts: readonly string[];
  /** Content type. Empty for all types. */
  readonly type: string;
  /** If given, there is a list for each term. Empty for a list without terms. */
  readonly taxonomy: string;
  /** Names, separated by commas. Empty for the terms with most documents. */
  readonly terms: string;
  /** Number of documents, from 1 to 100. Empty for the page size of the site. */
  readonly size: string;
  /** Line in `theme.yaml`. */
  readonly line: number;
}

/** `ThemeList` with the values of settings. */
export interface FilledList {
  readonly type: string;
  readonly taxonomy: string;
  readonly terms: readonly string[];
  readonly size: number | undefined;
}

const listKeys = ['name', 'layouts', 'type', 'taxonomy', 'terms', 'size'];
const maxLists = 10;
const maxSize = 100;

export function listsIn(
  node: Node | null,
  { fail, lines }: { readonly fail: Fail; readonly lines: LineCounter },
): readonly ThemeList[] {
  if (node === null || (isScalar(node) && node.value === null)) return [];
  if (!isSeq<Node>(node)) throw fail(node, `lists must be a list of ${listKeys.join(', ')}`);
  if (node.items.length > maxLists) {
    throw fail(node, `there are ${node.items.length} lists; at most ${maxLists} are allowed`);
  }
  const lists: ThemeList[] = [];
  for (const item of node.items) {
    const line = Math.max(1, lines.linePos(item.range?.[0] ?? 0).line);
    const list = { ...listIn(item, fail), line };
    if (lists.some(({ name }) => name === list.name)) {
      throw fail(item, `the list ${list.name} is defined twice; give each list a unique name`);
    }
    lists.push(list);
  }
  return lists;
}

function listIn(node: Node, fail: Fail): Omit<ThemeList, 'line'> {
  const fields = new Fields(node, { known: listKeys, fail });
  const name = fields.text('name');
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(name)) {
    throw fields.fail('name', 'name must be lower-case letters, digits and _, such as stories');
  }
  const list = {
    name,
    layouts: layoutsIn(fields),
    type: fields.text('type', ''),
    taxonomy: fields.text('taxonomy', ''),
    terms: fields.text('terms', ''),
    size: fields.text('size', ''),
  };
  if (list.type === '' && list.taxonomy === '') {
    throw fields.fail('type', 'a list must have a type or a taxonomy');
  }
  if (list.terms !== '' && list.taxonomy === '') {
    throw fields.fail('terms', 'terms need a taxonomy');
  }
  if (list.size !== '' && settingName(list.size) === undefined && !isSize(Number(list.size))) {
    throw fields.fail(
      'size',
      `size must be a number from 1 to ${maxSize}, or a setting such as theme.size`,
    );
  }
  return list;
}

function layoutsIn(fields: Fields): readonly string[] {
  const node = fields.node('layouts');
  const items = isSeq<Node>(node) ? node.items : [];
  if (items.length === 0) throw fields.fail('layouts', 'layouts must be a list, such as [home]');
  return items.map((item) => {
    if (isScalar(item) && ['string', 'number'].includes(typeof item.value))
      return String(item.value);
    throw fields.fail('layouts', 'layouts must be names, such as home');
  });
}

/** Names of the settings that the list reads. */
export function listedSettings({ type, taxonomy, terms, size }: ThemeList): readonly string[] {
  return [type, taxonomy, terms, size].map(settingName).filter((name) => name !== undefined);
}

/** Sizes from settings are limited to 1–100. */
export function fillList(
  { type, taxonomy, terms, size }: ThemeList,
  values: Readonly<Record<string, ThemeSettingValue>>,
): FilledList {
  const filled = (text: string): string => {
    const setting = settingName(text);
    return setting === undefined ? text : String(values[setting] ?? '').trim();
  };
  const names = filled(terms)
    .split(',')
    .map((name) => name.trim());
  const given = filled(size);
  return {
    type: filled(type),
    taxonomy: filled(taxonomy),
    terms: names.filter((name) => name !== ''),
    size: given === '' ? undefined : Math.min(maxSize, Math.max(1, Math.round(Number(given)) || 1)),
  };
}

function settingName(text: string): string | undefined {
  return text.startsWith('theme.') ? text.slice('theme.'.length) : undefined;
}

function isSize(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= maxSize;
}
