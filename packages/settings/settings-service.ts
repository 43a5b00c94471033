import { isDeepStrictEqual } from 'node:util';
import { valueChanges, type ValueChanges } from '@galley/kernel';
import { readConfigText } from './config-file.ts';
import type { Config } from './config-schema.ts';
import type { ConfigOrigin } from './config-sources.ts';
import { editConfigFile, revisionOfText, type EditLock } from './edit-config-file.ts';
import { pluginSection, type PluginSettings } from './forms/plugin-section.ts';
import { sectionPlans } from './forms/section-plans.ts';
import { ServerSection } from './forms/server-section.ts';
import {
  invalidFields,
  type SectionForm,
  type SettingField,
  type SettingsSection,
} from './forms/settings-section.ts';
import { SiteSection } from './forms/site-section.ts';
import { themeSection, type ThemeSettings } from './forms/theme-section.ts';
import { nearest } from './nearest.ts';
import { settingsProblems } from './problems.ts';

export interface SettingsServiceOptions {
  /** How this process came to its configuration. */
  readonly origin: ConfigOrigin;
  readonly running: Config;
  readonly underLock: EditLock;
  /** Plugins that have settings. */
  readonly plugins: () => Promise<readonly PluginSettings[]>;
  /** Themes that have settings. */
  readonly themes: () => Promise<readonly ThemeSettings[]>;
  /** Is called after a file in the content tree was written: lets it take effect, here and elsewhere. */
  readonly onChange: () => Promise<void>;
}

export interface ListedSection extends Pick<SettingsSection, 'id' | 'name' | 'description'> {
  readonly fields: readonly SettingField[];
}

export interface OpenedForm extends SectionForm {
  readonly section: string;
  /** Names the state of the file that the form was filled from. */
  readonly revision: string;
}

export interface SaveSettings {
  readonly section: string;
  /** By name; those that are left out stay, and null is the default. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly expectedRevision?: string | undefined;
}

export interface SavedSettings {
  /** Names of settings that have another value now. */
  readonly changed: readonly string[];
  /** Old and new values, without secrets. */
  readonly changes: ValueChanges;
  /** Those of them that count once the server starts anew. */
  readonly restartRequired: readonly string[];
}

/** Settings as forms show and change them (GAP-SET-1): in the files, which stay as people wrote them. */
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

  /** @throws `not_found` for an unknown section, and what is wrong with the file. */
  async form(id: string): Promise<OpenedForm> {
    const section = await this.#get(id);
    const text = await textOf(section);
    return { section: id, ...(await section.read(text)), revision: revisionOfText(text) };
  }

  /**
   * Changes settings of a section, all of them or none.
   *
   * @throws `not_found`, `invalid_fields` with every mistake, `stale_revision`, `settings_not_editable`,
   * `settings_not_written`, and what is wrong with the file as it was.
   */
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
        const changes = changesIn(form, values);
        const after = changes.size === 0 ? text : await section.write(text, changes);
        // What had its default without a word of the file needs none to have it again.
        if (after !== text) saved = savedOf(form, await section.read(after), changes);
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
    throw settingsProblems.not_found(`There is no section ${id}; there are ${ids.join(', ')}.`);
  }

  async #sections(): Promise<SettingsSection[]> {
    const { origin, running, plugins, themes } = this.#options;
    const { contentDirectory } = running.storage;
    const own = sectionPlans.map((plan) =>
      plan.file === 'site'
        ? new SiteSection(plan, contentDirectory)
        : new ServerSection(plan, { origin, running }),
    );
    const ofThemes = (await themes()).map((theme) => themeSection(theme, contentDirectory));
    const ofPlugins = (await plugins()).map((plugin) => pluginSection(plugin, contentDirectory));
    return [...own, ...ofThemes, ...ofPlugins];
  }
}

function savedOf(
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

/** What is to be another value than it is; refuses what the section has not, and what comes from elsewhere. */
function changesIn(
  form: SectionForm,
  values: Readonly<Record<string, unknown>>,
): Map<string, unknown> {
  const fields = new Map(form.fields.map((field) => [field.name, field]));
  const changes = Object.entries(values).filter(
    ([name, value]) => !isDeepStrictEqual(value, form.values[name]) || !fields.has(name),
  );
  const errors = changes.flatMap(([name]) => {
    const field = fields.get(name);
    if (!field) return [{ path: name, message: unknownSetting(name, [...fields.keys()]) }];
    if (field.editable) return [];
    return [{ path: name, message: `comes from ${field.source}; change it there` }];
  });
  if (errors.length > 0) throw invalidFields(errors);
  return new Map(changes);
}

function unknownSetting(name: string, names: readonly string[]): string {
  const suggestion = nearest(name, names);
  return suggestion === undefined
    ? `is no setting of this section; there are ${names.join(', ')}`
    : `is no setting of this section; did you mean ${suggestion}?`;
}
