import path from 'node:path';
import { configSchema, type Config } from './config-schema.ts';
import { readSources, type ConfigOrigin, type ReadSource } from './config-sources.ts';
import { coordinatorMistakes, withAbsolutePaths } from './coordinator-checks.ts';
import { byLine, complaint, pathText, type Finding } from './finding.ts';
import { overlay } from './overlay.ts';
import { settingsProblems } from './problems.ts';
import { check } from './schema-check.ts';
import { absolutePaths, misplacedBackups, overlappingDirectories } from './storage-layout.ts';

/**
 * Reads the runtime configuration. Later wins: defaults, DATABASE_URL, `galley.yaml`, overlays, `GALLEY_…__…`
 * variables, command line. Each source is checked on its own, so that a mistake is found even where a later
 * source would have hidden it.
 *
 * @throws `invalid_configuration`, with every mistake and its place.
 */
export async function loadConfig(origin: ConfigOrigin): Promise<Config> {
  const { config, findings } = await examineConfig(origin);
  if (config === undefined) throw complaint(settingsProblems.invalid_configuration, findings);
  return config;
}

/** What the sources of a configuration say: a configuration, or all that keeps them from being one. */
export interface ExaminedConfig {
  readonly sources: readonly ReadSource[];
  readonly findings: readonly Finding[];
  /** Undefined where there are findings. */
  readonly config: Config | undefined;
}

/** As `loadConfig`, for who wants to know where each setting comes from. */
export async function examineConfig(origin: ConfigOrigin): Promise<ExaminedConfig> {
  const sources = await readSources(origin);
  const mistakes = sources.flatMap(findingsOf);
  if (mistakes.length > 0) return { sources, findings: mistakes, config: undefined };
  const config = configSchema.parse(valueOf(sources));
  const storage = absolutePaths(config.storage, origin.projectDirectory);
  const directory = path.resolve(origin.projectDirectory, config.backup.directory);
  const findings = [
    ...overlappingDirectories(storage, sources),
    ...misplacedBackups(directory, storage, sources),
    ...coordinatorMistakes(config.coordinator, sources),
  ];
  if (findings.length > 0) return { sources, findings, config: undefined };
  const coordinator = withAbsolutePaths(config.coordinator, origin.projectDirectory);
  const whole = { ...config, storage, backup: { ...config.backup, directory }, coordinator };
  return { sources, findings, config: whole };
}

/** What all sources say together, spelled as in the files. */
export function valueOf(sources: readonly ReadSource[]): unknown {
  return sources.reduce<unknown>((base, { value }) => overlay(base, value), {});
}

function findingsOf(source: ReadSource): Finding[] {
  const known = new Set(source.findings.map(({ path }) => pathText(path)));
  const more = check(configSchema, source).findings.filter(
    ({ path }) => !known.has(pathText(path)),
  );
  return byLine([...source.findings, ...more]);
}
