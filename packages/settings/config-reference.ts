import { configSchema } from './config-schema.ts';
import { environmentName } from './config-sources.ts';
import { shapeOf, type SettingDefault } from './shape.ts';
import type { z } from 'zod';

/** Setting on the reference page. */
export interface ConfigReferenceEntry {
  /** Example: `server.port`; `<name>` stands for a user-defined name. */
  readonly key: string;
  /** Example: `GALLEY_SERVER__PORT`. */
  readonly environmentName: string;
  readonly type: string;
  /** Default as written in the file; undefined without one. */
  readonly default: SettingDefault | undefined;
  readonly description: string;
}

/** All runtime settings in schema order. */
export const configReference: readonly ConfigReferenceEntry[] = listEntries(configSchema, []);

function listEntries(schema: z.ZodType, path: readonly string[]): ConfigReferenceEntry[] {
  const { fields, each, keyExpected, setting, expected } = shapeOf(schema);
  if (fields) {
    return Object.entries(fields).flatMap(([name, inner]) => listEntries(inner, [...path, name]));
  }
  if (each && keyExpected !== undefined) return listEntries(each, [...path, '<name>']);
  if (!setting) throw new TypeError(`${path.join('.')} needs a default and a description`);
  const entry = { key: path.join('.'), environmentName: environmentName(path), type: expected };
  return [{ ...entry, ...setting }];
}

const introduction = `# Configuration

<!-- Written by \`npm run docs:reference\` from packages/settings/config-schema.ts. -->

Galley reads its runtime configuration once, when it starts. Every setting has a default, so that no file is needed.
What people change about a site (its title, languages, types of documents) is not here but in \`content/config/site.yaml\`.

## Where settings come from

Later wins:

1. the defaults below
2. \`DATABASE_URL\`, for \`database.url\` alone
3. \`galley.yaml\` in the project directory
4. overlays, in their order: first the files of \`GALLEY_CONFIG_OVERLAYS=a.yaml:b.yaml\`, then those of \`--config-overlay FILE\`. Paths start at the project directory, and each file must exist.
5. \`GALLEY_AIWRITER_BASE_URL\`, for \`plugins.aiwriter.base_url\` alone; environment variables such as \`GALLEY_SERVER__PORT=9000\`: two underscores between the levels, in upper or lower case. A list is separated by commas. An empty variable counts as not set.
6. the command line

So \`DATABASE_URL\` is used when nothing else gives \`database.url\`; \`GALLEY_DATABASE__URL\` wins over every file. Maps are merged key by key; a list or a single value replaces the earlier one. A key without a value says nothing, and leaves what an earlier source said.

In the files, \`\${NAME}\` within a value stands for the environment variable \`NAME\`, which must be set; \`$\${\` is a literal \`\${\`. Inside \`[ ]\` and \`{ }\`, such a value needs quotes.

Secrets may come from files: \`NAME_FILE\` gives the variable \`NAME\` what the file that it names says, without the newline at its end: \`DATABASE_URL_FILE=/run/secrets/database_url\`. That goes for \`DATABASE_URL\`, \`SERVICE_METRICS_TOKEN\`, and every variable that begins with \`GALLEY_\`. A variable and its file may not both be set.

An unknown key, a wrong type or a value out of range keeps Galley from starting. The message lists all mistakes, each with its file, line and column. Of the variables that begin with \`GALLEY_\`, those with two underscores are settings, except where the name begins with \`GALLEY_SECRET\`.

## Settings
`;

/** Text of `docs/reference/configuration.md`. */
export function renderConfigurationReference(): string {
  return introduction + configReference.map(renderEntry).join('');
}

function renderEntry(entry: ConfigReferenceEntry): string {
  const lines = [
    `- Value: ${entry.type}`,
    `- Default: ${entry.default === undefined ? 'none' : `\`${yamlText(entry.default)}\``}`,
    `- Environment: \`${entry.environmentName}\``,
  ];
  return `\n### \`${entry.key}\`\n\n${entry.description}\n\n${lines.join('\n')}\n`;
}

const yamlText = (value: SettingDefault) =>
  typeof value === 'string' ? value : JSON.stringify(value);
