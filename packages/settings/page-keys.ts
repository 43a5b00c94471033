import type { CustomFields } from './custom-fields.ts';

/** Frontmatter keys of Galley's own that came after 1.0. They stay in `params`. */
export const pageKeys = ['authors', 'seo_title', 'seo_description', 'canonical'] as const;

export type PageKey = (typeof pageKeys)[number];

/** A custom field of the same name, of any type, disables the key for the site (ADD-KEY-1). */
export function pageKeysInForce({ types, shared }: CustomFields): readonly PageKey[] {
  const fields = [...Object.values(types).flat(), ...shared.fields];
  const defined = new Set(fields.map(({ name }) => name));
  return pageKeys.filter((key) => !defined.has(key));
}
