import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fieldFault } from '@galley/kernel';
import { configSchema, type ConfigInput } from './config-schema.ts';
import type { Finding, KeyPath, Source } from './finding.ts';
import { substitute, parseForSetting, type Environment } from './substitution.ts';
import { parseYaml } from './yaml-source.ts';

export interface ConfigOrigin {
  readonly projectDirectory: string;
  /** Paths from `--config-overlay`, relative to the project directory; later ones win. */
  readonly overlays: readonly string[];
  readonly environment: Environment;
  readonly overrides?: ConfigInput;
  /** Text of `galley.yaml` to validate before writing it. */
  readonly projectText?: string;
}

export const projectConfigFile = 'galley.yaml';

/** Unreadable parts are in `findings` instead of the value. */
export type ReadSource = Source & { readonly findings: readonly Finding[] };

export async function readSources(origin: ConfigOrigin): Promise<ReadSource[]> {
  const { environment, overrides = {} } = origin;
  const inEnvironment = (environment.GALLEY_CONFIG_OVERLAYS ?? '').split(':').filter(Boolean);
  const overlays = [...inEnvironment, ...origin.overlays];
  const files = await Promise.all([
    readConfigFile(projectConfigFile, { ...origin, isOptional: true }),
    ...overlays.map((file) =>
      readConfigFile(file, { ...origin, isOptional: false, projectText: undefined }),
    ),
  ]);
  return [
    ...databaseUrlSource(environment),
    ...files,
    ...aiWriterAddressSource(environment),
    ...environmentSources(environment),
    named('command line', overrides),
  ];
}

const named = (name: string, value: unknown): ReadSource => ({
  value,
  findings: [],
  placeOf: () => ({ name }),
});

async function readConfigFile(
  file: string,
  from: Omit<ConfigOrigin, 'projectText'> & {
    readonly isOptional: boolean;
    readonly projectText?: string | undefined;
  },
): Promise<ReadSource> {
  let text: string;
  try {
    text = from.projectText ?? (await readFile(path.resolve(from.projectDirectory, file), 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && from.isOptional) return named(file, {});
    const fault =
      code === 'ENOENT'
        ? fieldFault('overlay_not_found')
        : fieldFault('unreadable', { reason: code ?? 'unknown reason' });
    return { ...named(file, {}), findings: [{ place: { name: file }, path: [], ...fault }] };
  }
  const source = parseYaml(text, file);
  if (source.findings.length > 0) return { ...named(file, {}), findings: source.findings };
  const findings = substitute(source, configSchema, from.environment);
  return { value: source.value, placeOf: source.placeOf, findings };
}

/** Variables with secrets are never settings, whatever their names. */
const isSettingVariable = (name: string) => /^GALLEY_(?!SECRET)[A-Z0-9_]*?[A-Z0-9]__/i.test(name);

export const environmentName = (keys: KeyPath) => `GALLEY_${keys.join('__').toUpperCase()}`;

/** Empty variables count as unset. */
function environmentSources(environment: Environment): ReadSource[] {
  return Object.entries(environment).flatMap(([name, text]) => {
    if (text === undefined || text === '' || !isSettingVariable(name)) return [];
    const keys = name.slice('GALLEY_'.length).toLowerCase().split('__');
    return named(
      `environment variable ${name}`,
      keys.reduceRight<unknown>(
        (inner, key) => ({ [key]: inner }),
        parseForSetting(configSchema, keys, text),
      ),
    );
  });
}

/** Set by hosting platforms. Lowest priority, so that an explicit `database.url` wins. */
function databaseUrlSource({ DATABASE_URL: url }: Environment): ReadSource[] {
  return url ? [named('environment variable DATABASE_URL', { database: { url } })] : [];
}

/** GAP-SET-6. */
function aiWriterAddressSource({ GALLEY_AIWRITER_BASE_URL: base_url }: Environment): ReadSource[] {
  if (!base_url) return [];
  const value = { plugins: { aiwriter: { base_url } } };
  return [named('environment variable GALLEY_AIWRITER_BASE_URL', value)];
}
