import { fieldError } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { contentProblems } from './problems.ts';

/** @throws `invalid_fields` */
export function requireTaxonomy({ taxonomies }: SiteSettings, name: string): void {
  if (Object.hasOwn(taxonomies, name)) return;
  throw contentProblems.invalid_fields.at([
    fieldError('taxonomy', 'not_one_of', { allowed: Object.keys(taxonomies) }),
  ]);
}
