import type { FieldError } from '@galley/kernel';
import type { FieldDefinition } from '../fields/field.ts';
import { parseSiteSettings, siteFile } from '../site-settings.ts';
import { own, type Values } from '../yaml/json-values.ts';
import { DefinedSection } from './defined-section.ts';

/** What a theme lets a site decide, as its `theme.yaml` says it. */
export interface ThemeSettings {
  /** Of the theme. */
  readonly name: string;
  readonly description: string;
  /** Each with a default. */
  readonly fields: readonly FieldDefinition[];
  /** What of the values the theme cannot use; `path` is the setting. */
  readonly misfits: (values: Values) => readonly FieldError[];
}

/** A theme's own part of `theme_settings` in `config/site.yaml`. An empty text is a value there as any other. */
export function themeSection(
  { name, description, fields, misfits }: ThemeSettings,
  directory: string,
): DefinedSection {
  return new DefinedSection({
    id: `theme:${name}`,
    name,
    description,
    fields,
    directory,
    file: siteFile,
    path: ['theme_settings', name],
    misfits,
    said: (text) => {
      const { themeSettings } = parseSiteSettings(text, siteFile.name);
      return (own(themeSettings, name) as Values | undefined) ?? {};
    },
    filled: (said) =>
      Object.fromEntries(
        fields.map((field) => [field.name, own(said, field.name) ?? field.default]),
      ),
  });
}
