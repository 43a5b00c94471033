import path from 'node:path';
import { configSchema, type Config } from './config-schema.ts';
import { readSources, type ConfigOrigin, type ReadSource } from './config-sources.ts';
import { coordinatorMistakes, withAbsoluteTls } from './coordinator-checks.ts';
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
  const sources = await readSources(origin);
  refuse(sources.flatMap(findingsOf));
  const config = configSchema.parse(
    sources.reduce<unknown>((base, { value }) => overlay(base, value), {}),
  );
  const storage = absolutePaths(config.storage, origin.projectDirectory);
  const directory = path.resolve(origin.projectDirectory, config.backup.directory);
  refuse([
    ...overlappingDirectories(storage, sources),
    ...misplacedBackups(directory, storage, sources),
    ...coordinatorMistakes(config.coordinator, sources),
  ]);
  const coordinator = withAbsoluteTls(config.coordinator, origin.projectDirectory);
  return { ...config, storage, backup: { ...config.backup, directory }, coordinator };
}

function findingsOf(source: ReadSource): Finding[] {
  const known = new Set(source.findings.map(({ path }) => pathText(path)));
  const more = check(configSchema, source).findings.filter(
    ({ path }) => !known.has(pathText(path)),
  );
  return byLine([...source.findings, ...more]);
}

function refuse(findings: readonly Finding[]): void {
  if (findings.length > 0) throw complaint(settingsProblems.invalid_configuration, findings);
}
