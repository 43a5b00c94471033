import { DomainError, maskSecrets, sha256 } from '@galley/kernel';
import { parseConfigText, readConfigText, type ConfigFile } from './config-file.ts';
import { pluginSettingsFile } from './forms/plugin-section.ts';
import { sectionPlans } from './forms/section-plans.ts';
import { SiteSection } from './forms/site-section.ts';
import {
  customFieldsFile,
  parseCustomFields,
  parseSiteSettings,
  siteFile,
} from './site-settings.ts';
import { freeMap } from './site-values.ts';
import type { Values } from './yaml/json-values.ts';

export interface SettingsFileState {
  readonly name: string;
  readonly sha256: string;
  /** Without secrets. */
  readonly values: Values;
  readonly hasDefaults: boolean;
}

const files = [siteFile, customFieldsFile, pluginSettingsFile];

/** Fingerprint of the files that `readSettingsFiles` reads, without parsing them. */
export async function settingsFingerprint(contentDirectory: string): Promise<string> {
  const texts = files.map((file) => readConfigText(contentDirectory, file).catch(() => null));
  return sha256(JSON.stringify(await Promise.all(texts)));
}

/** Omits invalid files, since they are not in force. */
export async function readSettingsFiles(contentDirectory: string): Promise<SettingsFileState[]> {
  const states = files.map(async (file) => {
    try {
      return await readState(file, contentDirectory);
    } catch (error) {
      if (error instanceof DomainError) return undefined;
      throw error;
    }
  });
  return (await Promise.all(states)).filter((state) => state !== undefined);
}

async function readState(file: ConfigFile, directory: string): Promise<SettingsFileState> {
  const text = await readConfigText(directory, file);
  const hasDefaults = file === siteFile;
  const values = hasDefaults ? await siteValues(text) : parseConfigText(text, file, freeMap());
  if (file === customFieldsFile)
    parseCustomFields(
      text,
      parseSiteSettings(await readConfigText(directory, siteFile), file.name),
    );
  return { name: file.name, sha256: sha256(text), values: maskSecrets(values), hasDefaults };
}

/** Keyed by form field names, so that audit entries can be compared. */
async function siteValues(text: string): Promise<Values> {
  const plans = sectionPlans.filter(({ file }) => file === 'site');
  const forms = plans.map((plan) => new SiteSection(plan, '').read(text));
  const { theme, themeSettings, params } = parseSiteSettings(text, siteFile.name);
  const values = (await Promise.all(forms)).map((form) => form.values);
  return Object.assign({ theme, theme_settings: themeSettings, params }, ...values) as Values;
}
