import { configReference } from './config-reference.ts';
import { nearest } from './nearest.ts';
import type { Environment } from './substitution.ts';

/** Variables that are no settings, and that some part of Galley reads all the same, or tells its agents. */
const otherVariables = [
  'DATABASE_URL',
  'GALLEY_ADMIN_PASSWORD',
  'GALLEY_ADMIN_USERNAME',
  'GALLEY_AGENT_API_KEY',
  'GALLEY_AGENT_BASE_URL',
  'GALLEY_AGENT_ID',
  'GALLEY_AGENT_ROLE',
  'GALLEY_AIWRITER_API_KEY',
  'GALLEY_AIWRITER_BASE_URL',
  'GALLEY_CONFIG_OVERLAYS',
  'GALLEY_GOAL',
  'GALLEY_INSTANCE_ID',
  'GALLEY_MANAGED',
  'GALLEY_MCP_URL',
  'GALLEY_MODEL',
  'GALLEY_PROMPT',
  'GALLEY_REPOSITORY',
  'GALLEY_REVISION',
  'GALLEY_RUN_ID',
  'GALLEY_TOKEN',
  'GALLEY_TURN',
  'GALLEY_TURN_REASON',
  'GALLEY_WORKER_TOKEN',
  'SERVICE_LOG',
  'SERVICE_LOG_FORMAT',
  'SERVICE_METRICS_TOKEN',
];

export interface UnknownVariable {
  readonly name: string;
  /** What it was most likely meant to be. */
  readonly meant: string | undefined;
}

/**
 * Variables that look as if they were for Galley and that nothing reads. Those with two underscores are settings, which
 * `loadConfig` refuses where they are unknown; those that begin with `GALLEY_SECRET` are for `${…}` in the files.
 */
export function unknownVariables(environment: Environment): UnknownVariable[] {
  const known = [...otherVariables, ...configReference.map((entry) => entry.environmentName)];
  return Object.keys(environment)
    .filter((name) => /^(GALLEY|SERVICE)_/i.test(name) && !/^GALLEY_SECRET/i.test(name))
    .filter((name) => !name.includes('__') && !known.includes(name))
    .map((name) => ({ name, meant: nearest(name, known) }))
    .filter(({ name, meant }) => isOurs(name) || meant !== undefined)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Others too have variables that begin with `SERVICE_`: only what is near to one of ours is meant for us. */
function isOurs(name: string): boolean {
  return /^GALLEY_/i.test(name);
}
