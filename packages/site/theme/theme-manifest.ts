import { isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { frontmatterLimits, limitFault } from '@galley/settings';
import { siteProblems } from '../problems.ts';
import { Fields, type Fail } from './manifest-fields.ts';
import { listsIn, type ThemeList } from './theme-lists.ts';
import {
  findMismatch,
  themeSettingTypes,
  type ThemeSetting,
  type ThemeSettingValue,
} from './theme-settings.ts';

export interface ThemeManifest {
  /** Also the folder name. */
  readonly name: string;
  readonly version: string;
  readonly author: string;
  readonly description: string;
  /** Theme whose files and settings apply where this one has none. */
  readonly extends: { readonly name: string; readonly line: number } | undefined;
  readonly settings: readonly ThemeSetting[];
  readonly lists: readonly ThemeList[];
}

const keys = ['name', 'version', 'author', 'description', 'extends', 'settings', 'lists'];
const settingKeys = ['name', 'label', 'type', 'default', 'help', 'options'];
const maxSettings = 100;

/** Throws `invalid_theme` with the line. */
export function parseManifest(text: string): ThemeManifest {
  const lines = new LineCounter();
  const fault = limitFault(text, frontmatterLimits);
  if (fault)
    throw invalidAt(
      { line: text.slice(0, fault.offset).split('\n').length, column: 1 },
      `the YAML ${fault.message}`,
    );
  const document = parseDocument(text, { lineCounter: lines });
  const [error] = document.errors;
  if (error !== undefined) throw invalid(lines, error.pos[0], error.message.split('\n')[0]!);
  const fail: Fail = (node, message) => invalid(lines, node?.range?.[0] ?? 0, message);
  const top = new Fields(document.contents, { known: keys, fail });
  return {
    name: top.text('name'),
    version: top.text('version'),
    author: top.text('author', ''),
    description: top.text('description', ''),
    extends: extendsIn(top, lines),
    settings: settingsIn(top.node('settings'), fail),
    lists: listsIn(top.node('lists'), { fail, lines }),
  };
}

function extendsIn(top: Fields, lines: LineCounter): ThemeManifest['extends'] {
  const node = top.node('extends');
  if (node === null) return undefined;
  return { name: top.text('extends'), line: lines.linePos(node.range?.[0] ?? 0).line };
}

function settingsIn(node: Node | null, fail: Fail): readonly ThemeSetting[] {
  if (node === null || (isScalar(node) && node.value === null)) return [];
  if (!isSeq<Node>(node)) throw fail(node, `settings must be a list of ${settingKeys.join(', ')}`);
  if (node.items.length > maxSettings) {
    throw fail(node, `there are ${node.items.length} settings; at most ${maxSettings} are allowed`);
  }
  const settings: ThemeSetting[] = [];
  for (const item of node.items) {
    const setting = settingIn(item, fail);
    if (settings.some(({ name }) => name === setting.name)) {
      throw fail(
        item,
        `the setting ${setting.name} is defined twice; give each setting a unique name`,
      );
    }
    settings.push(setting);
  }
  return settings;
}

function settingIn(node: Node, fail: Fail): ThemeSetting {
  const fields = new Fields(node, { known: settingKeys, fail });
  const name = fields.text('name');
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(name)) {
    throw fields.fail('name', 'name must be lower-case letters, digits and _, such as accent');
  }
  const type = themeSettingTypes.find((known) => known === fields.value('type'));
  if (type === undefined) {
    throw fields.fail('type', `type must be one of ${themeSettingTypes.join(', ')}`);
  }
  const options = optionsIn(fields, { isSelect: type === 'select', fail });
  const expected = findMismatch({ type, options }, fields.value('default'));
  if (expected) throw fields.fail('default', `default ${expected.message}`);
  return {
    name,
    label: fields.text('label', name),
    type,
    default: fields.value('default') as ThemeSettingValue,
    help: fields.text('help', ''),
    options,
  };
}

function optionsIn(
  fields: Fields,
  { isSelect, fail }: { readonly isSelect: boolean; readonly fail: Fail },
): readonly string[] {
  const node = fields.node('options');
  if (!isSelect) {
    if (node === null) return [];
    throw fail(node, 'options are only allowed with the type select');
  }
  const items = isSeq<Node>(node) ? node.items : [];
  if (items.length === 0) throw fields.fail('options', 'a select must have a list of options');
  return items.map((item) => {
    if (isScalar(item) && typeof item.value === 'string') return item.value;
    throw fail(item, 'an option must be text, in quotes where it looks like a number');
  });
}

function invalid(lines: LineCounter, offset: number, message: string): Error {
  const { line, col } = lines.linePos(offset);
  return invalidAt({ line: Math.max(line, 1), column: Math.max(col, 1) }, message);
}

function invalidAt(place: { line: number; column: number }, message: string): Error {
  const at = { file: 'theme.yaml', ...place };
  return siteProblems.invalid_theme(
    `${at.file}, line ${at.line}, column ${at.column}: ${message}.`,
    at,
  );
}
