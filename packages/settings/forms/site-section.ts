import { DomainError, fieldError, type FieldError } from '@galley/kernel';
import { readConfigText } from '../config-file.ts';
import { withYamlValues } from '../edit-config-file.ts';
import { check } from '../schema-check.ts';
import { camelCase } from '../shape.ts';
import { siteSchema } from '../site-schema.ts';
import {
  customFieldsFile,
  parseCustomFields,
  parseSiteSettings,
  siteFile,
} from '../site-settings.ts';
import { parseYaml } from '../yaml-source.ts';
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

/** Changes apply immediately in all processes. */
export class SiteSection implements SettingsSection {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly directory: string;
  readonly file = siteFile;
  readonly #settings: readonly FormSetting[];

  constructor(plan: SectionPlan, contentDirectory: string) {
    this.id = plan.id;
    this.name = plan.name;
    this.description = plan.description;
    this.directory = contentDirectory;
    this.#settings = listPlanSettings(plan);
  }

  read(text: string): Promise<SectionForm> {
    const site = parseSiteSettings(text, siteFile.name);
    const said = parseYaml(text, siteFile.name).value;
    const fields = this.#settings.map(({ name, path, schema }) => ({
      ...toFormField(name, schema),
      source: (valueAt(said, path) ?? null) === null ? 'default' : siteFile.name,
      editable: true,
      restart: false,
    }));
    const values = Object.fromEntries(
      this.#settings.map(({ name, path, schema }) => {
        const value = valueAt(site, path.map(camelCase));
        return [name, toForm(schema, value, camelCase)];
      }),
    );
    return Promise.resolve({ fields, values, restartRequired: [] });
  }

  async write(text: string, values: ReadonlyMap<string, unknown>): Promise<string> {
    const settings = this.#settings.filter(({ name }) => values.has(name));
    const faults = findFormFaults(settings, values);
    if (faults.length > 0) throw invalidFieldsProblem(faults);
    const { values: shown } = await this.read(text);
    const after = withYamlValues(text, siteFile, (all) =>
      settings.reduce((found, { name, path, schema }) => {
        const edit = {
          raw: valueAt(found, path),
          shown: fromForm(schema, shown[name]),
          next: fromForm(schema, values.get(name)),
        };
        return withValueAt(found, path, mergeValues(edit));
      }, all),
    );
    const { findings } = check(siteSchema, parseYaml(after, siteFile.name));
    if (findings.length > 0) throw invalidFieldsProblem(toFormErrors(findings, settings, values));
    const misfits = await this.#findOrphanedFields(after);
    if (misfits.length > 0) throw invalidFieldsProblem(misfits);
    return after;
  }

  /** Content types with custom fields cannot be removed. */
  async #findOrphanedFields(text: string): Promise<FieldError[]> {
    const fields = await readConfigText(this.directory, customFieldsFile);
    try {
      parseCustomFields(fields, parseSiteSettings(text, siteFile.name));
      return [];
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const found = error.details.errors ?? [];
      return found.map(({ path }) =>
        fieldError('content.types', 'conflicts_with_custom_fields', { path }),
      );
    }
  }
}
