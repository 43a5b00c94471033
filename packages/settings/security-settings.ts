import { isDeepStrictEqual } from 'node:util';
import type { SiteSettings } from './site-settings.ts';

/** Affects what becomes public or what pages may do in browsers. */
export interface ChangedSetting {
  readonly section: string;
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Whole sections, so that new settings in them are included. */
const securitySections = ['editorial', 'html', 'csp', 'snippets'] as const;
const securityKeys = ['url', 'formServer'] as const;

export function listChangedSecuritySettings(
  before: SiteSettings,
  after: SiteSettings,
): readonly ChangedSetting[] {
  const inSections = securitySections.flatMap((section) =>
    listChanges(section, before[section], after[section]),
  );
  const site = (settings: SiteSettings) =>
    Object.fromEntries(securityKeys.map((key) => [key, settings[key]]));
  return [...inSections, ...listChanges('site', site(before), site(after))];
}

function listChanges(section: string, before: object, after: object): ChangedSetting[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const now = new Map<string, unknown>(Object.entries(after));
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names]
    .filter((name) => !isDeepStrictEqual(old.get(name), now.get(name)))
    .map((name) => ({
      section,
      name: toSnakeCase(name),
      before: old.get(name) ?? null,
      after: now.get(name) ?? null,
    }));
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
