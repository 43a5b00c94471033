import type { SiteSettings } from '@galley/settings';
import { contentProblems } from './problems.ts';

/** @throws `invalid_fields` */
export function requireTaxonomy({ taxonomies }: SiteSettings, name: string): void {
  if (Object.hasOwn(taxonomies, name)) return;
  const message = `must be one of ${Object.keys(taxonomies).join(', ')}`;
  throw contentProblems.invalid_fields(`taxonomy: ${message}.`, {
    errors: [{ path: 'taxonomy', message }],
  });
}
