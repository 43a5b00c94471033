import { isDeepStrictEqual } from 'node:util';
import type { ConfigFile } from '../config-file.ts';
import { examineConfig, mergeSources } from '../config.ts';
import type { Config } from '../config-schema.ts';
import { projectConfigFile, type ConfigOrigin } from '../config-sources.ts';
import { withYamlValues } from '../edit-config-file.ts';
import { findingsProblem } from '../finding.ts';
import { settingsProblems } from '../problems.ts';
import { camelCase, shapeOf } from '../shape.ts';
import { findSource } from '../source-of-setting.ts';
import { isObject } from '../yaml/json-values.ts';
import { readYamlValues } from '../yaml/edit-yaml.ts';
import { toFormField } from './form-field.ts';
import { fromForm, toForm } from './form-values.ts';
import { mergeValues } from './merge-values.ts';
import { findFormFaults, toFormErrors } from './schema-errors.ts';
import type { SectionPlan } from './section-plans.ts';
import { listPlanSettings, type FormSetting } from './settings-in.ts';
import {
  invalidFieldsProblem,
  type SectionForm,
  type SettingsSection,
} from './settings-section.ts';
import { valueAt, withValueAt } from './values-at.ts';

export interface ServerSectionOptions {
  readonly origin: ConfigOrigin;
  readonly running: Config;
}

/** Settings of `galley.yaml`, which is read at server start. */
export class ServerSection implements SettingsSection {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly directory: string;
  readonly file: ConfigFile = {
    name: projectConfigFile,
    problem: settingsProblems.invalid_configuration,
  };
  readonly #settings: readonly FormSetting[];
  readonly #options: ServerSectionOptions;

  constructor(plan: SectionPlan, options: ServerSectionOptions) {
    this.id = plan.id;
    this.name = plan.name;
    this.description = plan.description;
    this.directory = options.origin.projectDirectory;
    this.#settings = listPlanSettings(plan);
    this.#options = options;
  }

  async read(text: string): Promise<SectionForm> {
    const { sources, config, findings } = await this.#examine(text);
    if (!config) throw findingsProblem(settingsProblems.invalid_configuration, findings);
    const whole = mergeSources(sources);
    const raw = readYamlValues(text);
    const fields = this.#settings.map(({ name, path, schema }) => {
      const source = findSource(path, sources)?.placeOf(path, 'value').name ?? 'default';
      const isSubstituted = source === projectConfigFile && hasVariable(valueAt(raw, path));
      return {
        ...toFormField(name, schema),
        source: isSubstituted ? `an environment variable, in ${source}` : source,
        editable: (source === 'default' || source === projectConfigFile) && !isSubstituted,
        restart: true,
      };
    });
    const values = this.#settings.map(({ name, path, schema }) => {
      const value = valueAt(whole, path) ?? shapeOf(schema).absent;
      return [name, toForm(schema, value, (key) => key)] as const;
    });
    const restartRequired = this.#settings.filter(
      ({ path }) => !isDeepStrictEqual(this.#runs(path), valueAt(config, path.map(camelCase))),
    );
    return {
      fields,
      values: Object.fromEntries(values),
      restartRequired: restartRequired.map(({ name }) => name),
    };
  }

  async write(text: string, values: ReadonlyMap<string, unknown>): Promise<string> {
    const settings = this.#settings.filter(({ name }) => values.has(name));
    const faults = findFormFaults(settings, values);
    if (faults.length > 0) throw invalidFieldsProblem(faults);
    const { values: shown } = await this.read(text);
    const after = withYamlValues(text, this.file, (all) =>
      settings.reduce((found, { name, path, schema }) => {
        const edit = {
          raw: valueAt(found, path),
          shown: escapeVariables(fromForm(schema, shown[name])),
          next: escapeVariables(fromForm(schema, values.get(name))),
        };
        return withValueAt(found, path, mergeValues(edit));
      }, all),
    );
    const { findings } = await this.#examine(after);
    if (findings.length > 0) throw invalidFieldsProblem(toFormErrors(findings, settings, values));
    return after;
  }

  #examine(projectText: string) {
    return examineConfig({ ...this.#options.origin, projectText });
  }

  #runs(path: readonly string[]): unknown {
    return valueAt(this.#options.running, path.map(camelCase));
  }
}

/** Escapes `${`, because forms must not read environment variables. */
function escapeVariables(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  if (Array.isArray(value)) return value.map(escapeVariables);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, escapeVariables(inner)]),
  );
}

function hasVariable(value: unknown): boolean {
  if (typeof value === 'string') return /(?:^|[^$])\$\{/.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasVariable);
}
