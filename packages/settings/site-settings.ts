import type { z } from 'zod';
import { parseConfigText, readConfigText, type ConfigFile } from './config-file.ts';
import { customFieldsSchema, noCustomFields, type CustomFields } from './custom-fields.ts';
import { settingsProblems } from './problems.ts';
import { siteSchema } from './site-schema.ts';

/** Site settings with all defaults. */
export type SiteSettings = z.output<typeof siteSchema> & {
  /** From `config/custom-fields.yaml`. */
  readonly customFields: CustomFields;
};

/** Rule for the independence of approvals (ADD-IND-2). */
export type Independence = SiteSettings['editorial']['independence'];

/** Path of the site settings in the content tree. */
export const siteSettingsFile = 'config/site.yaml';

/** File of custom fields and shared values in the content tree. */
export const customFieldsFile: ConfigFile = {
  name: 'config/custom-fields.yaml',
  problem: settingsProblems.invalid_custom_fields,
};

export const siteFile: ConfigFile = {
  name: siteSettingsFile,
  problem: settingsProblems.invalid_site_settings,
};

/**
 * Loads `config/site.yaml` and `config/custom-fields.yaml`; missing files give defaults.
 *
 * @throws `invalid_site_settings` and `invalid_custom_fields`, with every mistake and its position
 */
export async function loadSiteSettings(contentDirectory: string): Promise<SiteSettings> {
  const site = parseSiteSettings(await readSiteSettings(contentDirectory), siteSettingsFile);
  const text = await readConfigText(contentDirectory, customFieldsFile);
  return { ...site, customFields: parseCustomFields(text, site) };
}

/** Text of the file; empty when missing. Throws `invalid_site_settings` when unreadable. */
export function readSiteSettings(contentDirectory: string): Promise<string> {
  return readConfigText(contentDirectory, siteFile);
}

/**
 * Parses site settings without custom fields. `fileName` appears in messages. Environment variables
 * are not substituted, because site editors could publish the server's secrets.
 *
 * @throws `invalid_site_settings` with every mistake and its position
 */
export function parseSiteSettings(text: string, fileName: string): SiteSettings {
  const site = parseConfigText(text, { ...siteFile, name: fileName }, siteSchema);
  return { ...site, customFields: noCustomFields };
}

/** @throws `invalid_custom_fields` with every mistake and its position */
export function parseCustomFields(
  text: string,
  { content }: Pick<SiteSettings, 'content'>,
): CustomFields {
  return parseConfigText(text, customFieldsFile, customFieldsSchema(Object.keys(content.types)));
}
