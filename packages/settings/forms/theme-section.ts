import type { FieldError } from '@galley/kernel';
import type { FieldDefinition } from '../fields/field.ts';
import { parseSiteSettings, siteFile } from '../site-settings.ts';
import { own, type Values } from '../yaml/json-values.ts';
import { DefinedSection } from './defined-section.ts';

export interface ThemeSettings {
  readonly name: string;
  readonly description: string;
  /** All have defaults. */
  readonly fields: readonly FieldDefinition[];
  /** Values that the theme rejects; `path` is the setting. */
  readonly misfits: (values: Values) => readonly FieldError[];
}

/** Settings in `theme_settings` of `config/site.yaml`. Empty text is a valid value there. */
export function createThemeSection(
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
