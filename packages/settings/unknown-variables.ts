import { configReference } from './config-reference.ts';
import { findNearest } from './nearest.ts';
import type { Environment } from './substitution.ts';

const otherVariables = [
  'DATABASE_URL',
  'GALLEY_ADMIN_PASSWORD',
  'GALLEY_ADMIN_USERNAME',
  'GALLEY_AGE_IDENTITY',
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
  readonly suggestion: string | undefined;
}

/** Without names that `loadConfig` checks (two underscores), and `GALLEY_SECRET…`, which are for `${…}` in files. */
export function findUnknownVariables(environment: Environment): UnknownVariable[] {
  const known = [...otherVariables, ...configReference.map((entry) => entry.environmentName)];
  return Object.keys(environment)
    .filter((name) => /^(GALLEY|SERVICE)_/i.test(name) && !/^GALLEY_SECRET/i.test(name))
    .filter((name) => !name.includes('__') && !known.includes(name))
    .map((name) => ({ name, suggestion: findNearest(name, known) }))
    .filter(({ name, suggestion: meant }) => isForGalley(name) || meant !== undefined)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Other programs use `SERVICE_…` too, so only close misspellings are reported. */
function isForGalley(name: string): boolean {
  return /^GALLEY_/i.test(name);
}
