import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { complaint } from './finding.ts';
import { settingsProblems } from './problems.ts';
import { check } from './schema-check.ts';
import { siteSchema } from './site-schema.ts';
import { parseYaml } from './yaml-source.ts';

/** What people decide about a site, with every default filled in. */
export type SiteSettings = z.output<typeof siteSchema>;

/** Where the site's settings stand in the content tree. */
export const siteSettingsFile = 'config/site.yaml';

/**
 * Reads `config/site.yaml` in the content tree; without the file, everything has its default.
 *
 * @throws `invalid_site_settings`, with every mistake and its place.
 */
export async function loadSiteSettings(contentDirectory: string): Promise<SiteSettings> {
  return parseSiteSettings(await readSiteSettings(contentDirectory), siteSettingsFile);
}

/** The text of the file; empty without one. Throws `invalid_site_settings` when it cannot be read. */
export function readSiteSettings(contentDirectory: string): Promise<string> {
  return readFile(path.join(contentDirectory, siteSettingsFile), 'utf8').catch(textOfUnread);
}

function textOfUnread({ code = 'unknown reason' }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return '';
  const message = `cannot be read (${code})`;
  throw complaint(settingsProblems.invalid_site_settings, [
    { place: { name: siteSettingsFile }, path: [], message },
  ]);
}

/**
 * The settings in a YAML text. `fileName` stands in messages. Environment variables are not substituted here:
 * whoever may edit the site could publish the server's secrets.
 *
 * @throws `invalid_site_settings`, with every mistake and its place.
 */
export function parseSiteSettings(text: string, fileName: string): SiteSettings {
  const source = parseYaml(text, fileName);
  if (source.findings.length > 0) {
    throw complaint(settingsProblems.invalid_site_settings, source.findings);
  }
  const { value, findings } = check(siteSchema, source);
  if (value === undefined) throw complaint(settingsProblems.invalid_site_settings, findings);
  return value;
}
