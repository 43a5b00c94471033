import { isMap } from 'yaml';
import { applySplices, isBlockMap, detectStyle } from './block-layout.ts';
import { changedKeys, isEqual, type MapChange, type Values } from './json-values.ts';
import { parseBlock, readBlock, type Block } from './read-block.ts';
import { dependentKeys, rewriteBlock } from './rewrite-block.ts';
import { spliceMap } from './splice-map.ts';
import { settingsLimits } from './yaml-limits.ts';

export type YamlChange = MapChange & {
  readonly changed: ReadonlySet<string>;
  readonly ending: string;
};

/**
 * Most faithful first: edits in place, careful (see BlockStyle and entryEnd), with aliases of changed values resolved,
 * and a rewritten block. The caller verifies each by parsing it.
 */
export function* generateCandidates(
  yaml: string,
  block: Block,
  change: YamlChange,
): Generator<string> {
  if (change.changed.size === 0) yield yaml;
  const { contents } = block.document;
  const style = detectStyle(yaml, contents);
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
  const fresh = parseBlock(yaml, settingsLimits);
  if (!('values' in fresh)) return;
  const anew = rewriteBlock(fresh.document, { after: change.after, touched }, style);
  if (anew !== undefined) yield anew.replaceAll('\n', change.ending);
}

/** Undefined when unreadable. */
export function readYamlValues(text: string): Values | undefined {
  const block = readBlock(withoutMark(text), settingsLimits);
  return 'values' in block ? block.values : undefined;
}

/** Unchanged entries stay identical. Undefined when the file is unreadable or other values would change. */
export function editYaml(text: string, after: Values): string | undefined {
  const yaml = withoutMark(text);
  const mark = text.slice(0, text.length - yaml.length);
  const block = readBlock(yaml, settingsLimits);
  if (!('values' in block)) return undefined;
  const change = { before: block.values, after };
  const changed = changedKeys(change);
  if (changed.size === 0) return text;
  const ending = text.includes('\r\n') ? '\r\n' : '\n';
  // The last line may have no end.
  const ended = yaml === '' || yaml.endsWith('\n') ? yaml : yaml + ending;
  const whole = ended === yaml ? block : readBlock(ended, settingsLimits);
  if (!('values' in whole)) return undefined;
  for (const written of generateCandidates(ended, whole, { ...change, changed, ending })) {
    const found = readYamlValues(written);
    if (found && isEqual(found, after)) return mark + restoreEnd(yaml, written);
  }
  return undefined;
}

function restoreEnd(before: string, after: string): string {
  const wasOpen = before !== '' && !before.endsWith('\n');
  const trimmed = after.replace(/\r?\n$/, '');
  const lastLine = before.slice(before.lastIndexOf('\n') + 1);
  return wasOpen && trimmed.endsWith(`\n${lastLine}`) ? trimmed : after;
}

const withoutMark = (text: string) => text.replace(/^\uFEFF/, '');
