import type { z } from 'zod';
import { parseConfigText, readConfigText, type ConfigFile } from './config-file.ts';
import { customFieldsSchema, noCustomFields, type CustomFields } from './custom-fields.ts';
import { settingsProblems } from './problems.ts';
import { siteSchema } from './site-schema.ts';

export type SiteSettings = z.output<typeof siteSchema> & {
  readonly customFields: CustomFields;
};

/** ADD-IND-2. */
export type Independence = SiteSettings['editorial']['independence'];

export const siteSettingsFile = 'config/site.yaml';

export const customFieldsFile: ConfigFile = {
  name: 'config/custom-fields.yaml',
  problem: settingsProblems.invalid_custom_fields,
};

export const siteFile: ConfigFile = {
  name: siteSettingsFile,
  problem: settingsProblems.invalid_site_settings,
};

/** Missing files give defaults. @throws `invalid_site_settings`, `invalid_custom_fields` */
export async function loadSiteSettings(contentDirectory: string): Promise<SiteSettings> {
  const site = parseSiteSettings(await readSiteSettings(contentDirectory), siteSettingsFile);
  const text = await readConfigText(contentDirectory, customFieldsFile);
  return { ...site, customFields: parseCustomFields(text, site) };
}

/** Empty when missing. Throws `invalid_site_settings` when unreadable. */
export function readSiteSettings(contentDirectory: string): Promise<string> {
  return readConfigText(contentDirectory, siteFile);
}

/** No environment variables: editors could publish the server's secrets. @throws `invalid_site_settings` */
export function parseSiteSettings(text: string, fileName: string): SiteSettings {
  const site = parseConfigText(text, { ...siteFile, name: fileName }, siteSchema);
  return { ...site, customFields: noCustomFields };
}

/** @throws `invalid_custom_fields` */
export function parseCustomFields(
  text: string,
  { content }: Pick<SiteSettings, 'content'>,
): CustomFields {
  return parseConfigText(text, customFieldsFile, customFieldsSchema(Object.keys(content.types)));
}
