import path from 'node:path';
import { findBackupMistakes } from './backup-checks.ts';
import { configSchema, type Config } from './config-schema.ts';
import { readSources, type ConfigOrigin, type ReadSource } from './config-sources.ts';
import { findCoordinatorMistakes, withAbsolutePaths } from './coordinator-checks.ts';
import { sortByLine, findingsProblem, formatPath, type Finding } from './finding.ts';
import { findMailMistakes } from './mail-checks.ts';
import { overlay } from './overlay.ts';
import { settingsProblems } from './problems.ts';
import { findScimMistakes } from './scim-checks.ts';
import { check } from './schema-check.ts';
import { findSignInMistakes } from './sign-in-checks.ts';
import { absolutePaths, findMisplacedBackups, findOverlaps } from './storage-layout.ts';

/**
 * Ascending priority: defaults, DATABASE_URL, `galley.yaml`, overlays, variables, command line. Each source is
 * validated separately, so that a later one cannot hide a mistake. @throws `invalid_configuration`
 */
export async function loadConfig(origin: ConfigOrigin): Promise<Config> {
  const { config, findings } = await examineConfig(origin);
  if (config === undefined) throw findingsProblem(settingsProblems.invalid_configuration, findings);
  return config;
}

export interface ExaminedConfig {
  readonly sources: readonly ReadSource[];
  readonly findings: readonly Finding[];
  /** Undefined when there are findings. */
  readonly config: Config | undefined;
}

export async function examineConfig(origin: ConfigOrigin): Promise<ExaminedConfig> {
  const sources = await readSources(origin);
  const mistakes = sources.flatMap(findingsOf);
  if (mistakes.length > 0) return { sources, findings: mistakes, config: undefined };
  const config = configSchema.parse(mergeSources(sources));
  const storage = absolutePaths(config.storage, origin.projectDirectory);
  const directory = path.resolve(origin.projectDirectory, config.backup.directory);
  const findings = [
    ...findOverlaps(storage, sources),
    ...findMisplacedBackups(directory, storage, sources),
    ...findBackupMistakes(config.backup, sources),
    ...findCoordinatorMistakes(config.coordinator, sources),
    ...findMailMistakes(config, sources),
    ...findScimMistakes(config, sources),
    ...findSignInMistakes(config, sources),
  ];
  if (findings.length > 0) return { sources, findings, config: undefined };
  const coordinator = withAbsolutePaths(config.coordinator, origin.projectDirectory);
  const whole = { ...config, storage, backup: { ...config.backup, directory }, coordinator };
  return { sources, findings, config: whole };
}

/** Named as in the files. */
export function mergeSources(sources: readonly ReadSource[]): unknown {
  return sources.reduce<unknown>((base, { value }) => overlay(base, value), {});
}

function findingsOf(source: ReadSource): Finding[] {
  const known = new Set(source.findings.map(({ path }) => formatPath(path)));
  const more = check(configSchema, source).findings.filter(
    ({ path }) => !known.has(formatPath(path)),
  );
  return sortByLine([...source.findings, ...more]);
}
