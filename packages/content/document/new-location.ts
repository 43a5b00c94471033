import { fieldError } from '@galley/kernel';
import { contentPathFor, type SiteSettings } from '@galley/settings';
import { requireDocumentPath } from './content-path.ts';
import type { DocumentLocation } from './document.ts';
import { contentProblems } from './problems.ts';
import { locateDocument } from './read-document.ts';

export interface NewDocumentLocation {
  readonly type: string;
  readonly lang: string;
  readonly slug: string;
  /** Below the folder of the type, such as `tags`. */
  readonly folder?: string | undefined;
}

/** @throws `invalid_fields` for an unknown type or language, or an invalid slug; `invalid_path` for an invalid folder */
export function chooseLocation(
  settings: SiteSettings,
  { type, lang, slug, folder }: NewDocumentLocation,
): DocumentLocation {
  const { types } = settings.content;
  const errors = [
    ...unknownName('type', type, types),
    ...unknownName('lang', lang, settings.languages),
    ...(slug === '' || slug.includes('/') ? [fieldError('slug', 'not_a_segment')] : []),
  ];
  if (errors.length > 0) throw contentProblems.invalid_fields.at(errors);
  const inside = folder === undefined ? slug : `${folder}/${slug}`;
  const path = contentPathFor(settings, { type, lang, path: inside });
  requireDocumentPath(path);
  const place = locateDocument(path, settings);
  if (!place) throw contentProblems.invalid_path(`${path} is not in the folder of a content type.`);
  return place;
}

function unknownName(path: string, name: string, known: Readonly<Record<string, unknown>>) {
  if (Object.hasOwn(known, name)) return [];
  return [fieldError(path, 'not_one_of', { allowed: Object.keys(known) })];
}
