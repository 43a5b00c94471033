import { fieldFault } from '@galley/kernel';
import { findingsProblem, type Finding } from '@galley/settings';
import { manifestFile, type ParsedManifest } from './manifest.ts';
import { declaredIn } from './plugin-target.ts';
import { pluginProblems } from './problems.ts';
import { locateText } from './sandbox/failures.ts';
import {
  exportGroups,
  type ExportGroup,
  type PluginCode,
  type PluginExports,
} from './sandbox/messages.ts';

/** @throws `invalid_plugin` with file and line of each difference of plugin.yaml and exports */
export function checkExports(read: ParsedManifest, code: PluginCode, exports: PluginExports): void {
  const declared = declaredIn(read.manifest);
  const findings = exportGroups.flatMap((group) => {
    const exported = exports[group] ?? {};
    return [
      ...declared[group].flatMap((name, index) =>
        findMissing({ group, name, type: exported[name] }, read, index),
      ),
      ...Object.entries(exported).flatMap(([name, type]) =>
        findUndeclared({ group, name, type }, declared[group], code),
      ),
    ];
  });
  if (findings.length > 0) throw findingsProblem(pluginProblems.invalid_plugin, findings);
}

interface Exported {
  readonly group: ExportGroup;
  readonly name: string;
  readonly type: string | undefined;
}

function findMissing(
  { group, name, type }: Exported,
  { manifest, source }: ParsedManifest,
  index: number,
): Finding[] {
  if (type !== undefined) return [];
  const text = `${name}: ${manifest.main} exports no such function; it would be export const ${group} = { ${JSON.stringify(name)}(…) { … } }`;
  const path = [group, index];
  return [{ place: source.placeOf(path, 'value'), path, ...fieldFault('custom', { text }) }];
}

function findUndeclared(
  { group, name, type }: Exported,
  declared: readonly string[],
  code: PluginCode,
): Finding[] {
  const isDeclared = declared.includes(name);
  if (isDeclared && type === 'function') return [];
  const text = isDeclared
    ? `${name} in ${group} must be a function, not ${type}`
    : `${group} has ${name}, and ${manifestFile} does not list it; add ${JSON.stringify(name)} to ${group} there`;
  const { file, line } = locateText(code.main, name, code);
  return [{ place: { name: file, line, column: 1 }, path: [], ...fieldFault('custom', { text }) }];
}
