import { cruise, type ICruiseResult, type IDependency } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, root } from './repository.ts';

export async function cruiseRepository(folder: string): Promise<ICruiseResult> {
  const options = await extractOptions(join(root, '.dependency-cruiser.mjs'));
  const folders = ['apps', 'packages', 'scripts', 'bench'].filter((name) =>
    existsSync(join(folder, name)),
  );
  const { output } = await cruise(
    folders,
    { ...options, baseDir: folder, validate: true },
    undefined,
    { tsConfig: extractTsConfig(join(root, 'tsconfig.json')) },
  );
  return output as ICruiseResult;
}

export function countSources(paths: readonly string[]): number {
  const sources = paths.filter(
    (path) => /^(apps|packages)\/.*(?<!\.d)\.tsx?$/.test(path) && !path.includes('/fixtures/'),
  );
  return new Set(sources).size;
}

export function importFindings(result: ICruiseResult): string[] {
  return result.summary.violations.map(({ from, to, rule, comment, cycle }) => {
    const path = cycle ? cycle.map((step) => step.name).join(' → ') : to;
    return `${rule.name}: ${from} → ${path}${comment ? ` (${comment})` : ''}`;
  });
}

/** Lists undeclared workspace imports: dependency-cruiser takes linked workspace packages for plain files. */
export function undeclaredImports(result: ICruiseResult, folder: string): string[] {
  const findings = new Set<string>();
  for (const { source, dependencies } of result.modules) {
    const home = /^(apps|packages)\/[^/]+\//.exec(source)?.[0];
    if (!home || /(\.test\.tsx?|[/.]fixtures\.ts)$/.test(source)) continue;
    const manifest = readJson<{ name?: string; dependencies?: Record<string, string> }>(
      `${home}package.json`,
      folder,
    );
    for (const name of dependencies.flatMap(workspaceName)) {
      if (name !== manifest.name && !(name in (manifest.dependencies ?? {}))) {
        findings.add(`${home}package.json does not list ${name}, which ${source} imports.`);
      }
    }
  }
  return [...findings];
}

function workspaceName({ module }: IDependency): string[] {
  const name = /^@galley\/[^/]+/.exec(module)?.[0];
  return name ? [name] : [];
}
