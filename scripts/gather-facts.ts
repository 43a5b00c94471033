import { basePath, operations } from '@galley/contract';
import type { Facts } from './guide-facts.ts';
import { listFiles, readText } from './repository.ts';

const externalNames = ['GET /healthz', 'GET /readyz', 'GET /__metrics'];

/** Settings of `site.yaml` whose first part is also a group of `galley.yaml`. */
const siteNames = ['content.types'];

/** Template variables whose first part is also a group of `galley.yaml`. */
const templateNames = ['site.fields.phone'];

/** Health checks whose names the code composes. */
const checks = ['storage.content'];

/** Named by a guide as an example of an unknown variable. */
const deliberateMistakes = ['GALLEY_SERVER_PORT'];

export function gatherFacts(): Facts {
  const configuration = readText('docs/reference/configuration.md');
  const settings = found(configuration, /^### `(.+)`$/gm);
  const inCode = listFiles()
    .filter(isProgram)
    .map((path) => readText(path));
  return {
    commands: commandsIn(readText('docs/reference/command-line.md')),
    names: new Set([
      ...settings,
      ...siteNames,
      ...templateNames,
      ...checks,
      ...all(inCode, /'([a-z_]+(?:\.[a-z_]+)+)'/g),
    ]),
    groups: new Set(settings.map((name) => name.split('.')[0]!)),
    variables: new Set([
      ...found(configuration, /^- Environment: `(.+)`$/gm),
      ...all(inCode, /\b((?:GALLEY|SERVICE)_[A-Z0-9_]*[A-Z0-9])\b/g),
      ...deliberateMistakes,
    ]),
    requests: [
      ...externalNames,
      ...operations.flatMap(({ method, path, base }) => [
        `${method} ${path}`,
        `${method} ${basePath(base, '{admin_path}')}${path}`,
      ]),
    ],
    metrics: new Set(found(readText('docs/reference/metrics.md'), /^\| `([a-z_]+)`/gm)),
  };
}

function isProgram(path: string): boolean {
  const isOfGalley = /^(apps|packages|docker|compose)/.test(path);
  return (
    isOfGalley && /\.(ts|mjs|js|sh|ya?ml)$|Dockerfile$/.test(path) && !/\.test\.ts$/.test(path)
  );
}

function all(texts: readonly string[], pattern: RegExp): string[] {
  return texts.flatMap((text) => found(text, pattern));
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name]) => name!);
}

function commandsIn(page: string): Map<string, ReadonlySet<string>> {
  const sections = page.split(/^## galley/m).slice(1);
  const own = sections.map((section) => {
    const [name = ''] = section.split('\n', 1);
    return [name.trim(), new Set(section.match(/(?<=\s)--[a-z-]+/g))] as const;
  });
  const everywhere = ['--project', '--help', '--version'];
  return new Map(own.map(([name, options]) => [name, new Set([...options, ...everywhere])]));
}
