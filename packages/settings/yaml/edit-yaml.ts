import { isMap } from 'yaml';
import { applySplices, isBlockMap, styleOf } from './block-layout.ts';
import { changedKeys, isEqual, type MapChange, type Values } from './json-values.ts';
import { parseBlock, readBlock, type Block } from './read-block.ts';
import { dependentKeys, rewriteBlock } from './rewrite-block.ts';
import { spliceMap } from './splice-map.ts';
import { settingsLimits } from './yaml-limits.ts';

export type YamlChange = MapChange & {
  readonly changed: ReadonlySet<string>;
  /** The line ending of what is new. */
  readonly ending: string;
};

/**
 * Ways to write a change into the YAML of a mapping, the most faithful first: replacing text in place, the same with
 * more care (see BlockStyle and entryEnd), then with the aliases of changed values written out, and at last the block
 * written anew by `yaml`, with its comments. Whoever takes one reads it back first.
 */
export function* writingsOf(yaml: string, block: Block, change: YamlChange): Generator<string> {
  if (change.changed.size === 0) yield yaml;
  const { contents } = block.document;
  const style = styleOf(yaml, contents);
  const dependent = dependentKeys(block.document, change.changed);
  const touched = new Set([...change.changed, ...dependent]);
  if (!isMap(contents) || isBlockMap(contents)) {
    const items = isBlockMap(contents) ? contents.items : [];
    for (const rewritten of [undefined, touched]) {
      for (const careful of [false, true]) {
        const site = { yaml, style: { ...style, careful } };
        const splices = spliceMap(site, items, { ...change, rewritten });
        yield applySplices(yaml, splices, change.ending);
      }
    }
  }
  const fresh = parseBlock(yaml, { sourceTokens: true, limits: settingsLimits });
  if (!('values' in fresh)) return;
  const anew = rewriteBlock(fresh.document, { after: change.after, touched }, style);
  if (anew !== undefined) yield anew.replaceAll('\n', change.ending);
}

/** The values of a YAML file that holds a mapping, as plain JSON; undefined where it cannot be read. */
export function readYamlValues(text: string): Values | undefined {
  const block = readBlock(withoutMark(text), { sourceTokens: false, limits: settingsLimits });
  return 'values' in block ? block.values : undefined;
}

/**
 * A YAML file so that it holds `after`, with only the entries touched whose values differ: comments, order, quoting and
 * line endings of all else stay to the byte. Undefined when the file cannot be read, or the change cannot be written
 * without changing other values (a key that a merge key brings in cannot be taken away).
 */
export function editYaml(text: string, after: Values): string | undefined {
  const yaml = withoutMark(text);
  const mark = text.slice(0, text.length - yaml.length);
  const block = readBlock(yaml, { sourceTokens: true, limits: settingsLimits });
  if (!('values' in block)) return undefined;
  const change = { before: block.values, after };
  const changed = changedKeys(change);
  if (changed.size === 0) return text;
  const ending = text.includes('\r\n') ? '\r\n' : '\n';
  // The last line may have no end of its own, and what is new begins on the next one.
  const ended = yaml === '' || yaml.endsWith('\n') ? yaml : yaml + ending;
  const whole =
    ended === yaml ? block : readBlock(ended, { sourceTokens: true, limits: settingsLimits });
  if (!('values' in whole)) return undefined;
  for (const written of writingsOf(ended, whole, { ...change, changed, ending })) {
    const found = readYamlValues(written);
    if (found && isEqual(found, after)) return mark + withEndOf(yaml, written);
  }
  return undefined;
}

/** Without the end of the last line where there was none and nothing came after it. */
function withEndOf(before: string, after: string): string {
  const wasOpen = before !== '' && !before.endsWith('\n');
  const trimmed = after.replace(/\r?\n$/, '');
  const lastLine = before.slice(before.lastIndexOf('\n') + 1);
  return wasOpen && trimmed.endsWith(`\n${lastLine}`) ? trimmed : after;
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');
