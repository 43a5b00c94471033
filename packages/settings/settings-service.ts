import { isDeepStrictEqual } from 'node:util';
import { fieldError, fieldFault, valueChanges, type ValueChanges } from '@galley/kernel';
import { readConfigText } from './config-file.ts';
import type { Config } from './config-schema.ts';
import type { ConfigOrigin } from './config-sources.ts';
import { editConfigFile, hashText, type EditLock } from './edit-config-file.ts';
import { createPluginSection, type PluginSettings } from './forms/plugin-section.ts';
import { sectionPlans } from './forms/section-plans.ts';
import { ServerSection } from './forms/server-section.ts';
import {
  invalidFieldsProblem,
  type SectionForm,
  type SettingField,
  type SettingsSection,
} from './forms/settings-section.ts';
import { SiteSection } from './forms/site-section.ts';
import { createThemeSection, type ThemeSettings } from './forms/theme-section.ts';
import { withSuggestion } from './nearest.ts';
import { settingsProblems } from './problems.ts';

export interface SettingsServiceOptions {
  readonly origin: ConfigOrigin;
  readonly running: Config;
  readonly underLock: EditLock;
  readonly plugins: () => Promise<readonly PluginSettings[]>;
  readonly themes: () => Promise<readonly ThemeSettings[]>;
  /** Called after a content file was written, to apply it in all processes. */
  readonly onChange: () => Promise<void>;
}

export interface ListedSection extends Pick<SettingsSection, 'id' | 'name' | 'description'> {
  readonly fields: readonly SettingField[];
}

export interface OpenedForm extends SectionForm {
  readonly section: string;
  /** Revision of the file that filled the form. */
  readonly revision: string;
}

export interface SaveSettings {
  readonly section: string;
  /** By name; omitted settings stay, null restores the default. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly expectedRevision?: string | undefined;
}

export interface SavedSettings {
  readonly changed: readonly string[];
  /** Without secrets. */
  readonly changes: ValueChanges;
  readonly restartRequired: readonly string[];
}

/** GAP-SET-1. Preserves the files' formatting. */
export class SettingsService {
  readonly #options: SettingsServiceOptions;

  constructor(options: SettingsServiceOptions) {
    this.#options = options;
  }

  async sections(): Promise<ListedSection[]> {
    const sections = await this.#sections();
    return Promise.all(
      sections.map(async (section) => {
        const { id, name, description } = section;
        const { fields } = await section.read(await textOf(section));
        return { id, name, description, fields };
      }),
    );
  }

  /** @throws `not_found` for an unknown section, and problems of an invalid file */
  async form(id: string): Promise<OpenedForm> {
    const section = await this.#get(id);
    const text = await textOf(section);
    return { section: id, ...(await section.read(text)), revision: hashText(text) };
  }

  /** @throws errors of `form`, `invalid_fields`, `stale_revision`, `settings_not_editable`, `settings_not_written` */
  async save({ section: id, values, expectedRevision }: SaveSettings): Promise<SavedSettings> {
    const section = await this.#get(id);
    let saved: SavedSettings = { changed: [], changes: {}, restartRequired: [] };
    const isWritten = await editConfigFile({
      directory: section.directory,
      file: section.file,
      underLock: this.#options.underLock,
      expectedRevision,
      change: async (text) => {
        const form = await section.read(text);
        const changes = listChanges(form, values);
        const after = changes.size === 0 ? text : await section.write(text, changes);
        // A default that the file does not mention stays unmentioned.
        if (after !== text) saved = toSavedSettings(form, await section.read(after), changes);
        return after;
      },
    });
    if (isWritten && !(section instanceof ServerSection)) await this.#options.onChange();
    return saved;
  }

  async #get(id: string): Promise<SettingsSection> {
    const sections = await this.#sections();
    const found = sections.find((section) => section.id === id);
    if (found) return found;
    const ids = sections.map((section) => section.id);
    throw settingsProblems.not_found(`Unknown section ${id}. Sections: ${ids.join(', ')}.`);
  }

  async #sections(): Promise<SettingsSection[]> {
    const { origin, running, plugins, themes } = this.#options;
    const { contentDirectory } = running.storage;
    const own = sectionPlans.map((plan) =>
      plan.file === 'site'
        ? new SiteSection(plan, contentDirectory)
        : new ServerSection(plan, { origin, running }),
    );
    const ofThemes = (await themes()).map((theme) => createThemeSection(theme, contentDirectory));
    const ofPlugins = (await plugins()).map((plugin) =>
      createPluginSection(plugin, contentDirectory),
    );
    return [...own, ...ofThemes, ...ofPlugins];
  }
}

function toSavedSettings(
  before: SectionForm,
  after: SectionForm,
  wanted: ReadonlyMap<string, unknown>,
): SavedSettings {
  const late = before.fields.filter(({ name, restart }) => restart && wanted.has(name));
  return {
    changed: [...wanted.keys()],
    changes: valueChanges(before.values, after.values),
    restartRequired: late.map(({ name }) => name),
  };
}

const textOf = ({ directory, file }: SettingsSection) => readConfigText(directory, file);

/** Refuses unknown settings and those set by another source. */
function listChanges(
  form: SectionForm,
  values: Readonly<Record<string, unknown>>,
): Map<string, unknown> {
  const fields = new Map(form.fields.map((field) => [field.name, field]));
  const changes = Object.entries(values).filter(
    ([name, value]) => !isDeepStrictEqual(value, form.values[name]) || !fields.has(name),
  );
  const errors = changes.flatMap(([name]) => {
    const field = fields.get(name);
    if (!field)
      return [
        { path: name, ...withSuggestion(fieldFault('unknown_key'), name, [...fields.keys()]) },
      ];
    if (field.editable) return [];
    return [fieldError(name, 'set_elsewhere', { source: field.source })];
  });
  if (errors.length > 0) throw invalidFieldsProblem(errors);
  return new Map(changes);
}
