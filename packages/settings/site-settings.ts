import type { z } from 'zod';
import { parseConfigText, readConfigText, type ConfigFile } from './config-file.ts';
import { customFieldsSchema, noCustomFields, type CustomFields } from './custom-fields.ts';
import { settingsProblems } from './problems.ts';
import { siteSchema } from './site-schema.ts';

/** What people decide about a site, with every default filled in. */
export type SiteSettings = z.output<typeof siteSchema> & {
  /** Of `config/custom-fields.yaml`. */
  readonly customFields: CustomFields;
};

/** By which rule an approval is independent (ADD-IND-2). */
export type Independence = SiteSettings['editorial']['independence'];

/** Where the site's settings stand in the content tree. */
export const siteSettingsFile = 'config/site.yaml';

/** Where custom fields and shared values stand in the content tree. */
export const customFieldsFile: ConfigFile = {
  name: 'config/custom-fields.yaml',
  problem: settingsProblems.invalid_custom_fields,
};

export const siteFile: ConfigFile = {
  name: siteSettingsFile,
  problem: settingsProblems.invalid_site_settings,
};

/**
 * Reads `config/site.yaml` and `config/custom-fields.yaml` in the content tree; without them, everything has its
 * default.
 *
 * @throws `invalid_site_settings` and `invalid_custom_fields`, with every mistake and its place.
 */
export async function loadSiteSettings(contentDirectory: string): Promise<SiteSettings> {
  const site = parseSiteSettings(await readSiteSettings(contentDirectory), siteSettingsFile);
  const text = await readConfigText(contentDirectory, customFieldsFile);
  return { ...site, customFields: parseCustomFields(text, site) };
}

/** The text of the file; empty without one. Throws `invalid_site_settings` when it cannot be read. */
export function readSiteSettings(contentDirectory: string): Promise<string> {
  return readConfigText(contentDirectory, siteFile);
}

/**
 * The settings in a YAML text, without custom fields. `fileName` stands in messages. Environment variables are not
 * substituted here: whoever may edit the site could publish the server's secrets.
 *
 * @throws `invalid_site_settings`, with every mistake and its place.
 */
export function parseSiteSettings(text: string, fileName: string): SiteSettings {
  const site = parseConfigText(text, { ...siteFile, name: fileName }, siteSchema);
  return { ...site, customFields: noCustomFields };
}

/** @throws `invalid_custom_fields`, with every mistake and its place. */
export function parseCustomFields(
  text: string,
  { content }: Pick<SiteSettings, 'content'>,
): CustomFields {
  return parseConfigText(text, customFieldsFile, customFieldsSchema(Object.keys(content.types)));
}
