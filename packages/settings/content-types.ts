import { fieldError, kernelProblems, type FieldError } from '@galley/kernel';
import type { ContentType } from './content-type-schema.ts';
import type { SiteSettings } from './site-settings.ts';

export interface DocumentKey {
  readonly type: string;
  readonly lang: string;
  /** In the folder of its type, without language folder and `.md`. */
  readonly path: string;
}

const extension = '.md';

/** `posts/es/hello.md` → post, es, `hello`. Only additional languages have a folder, for a single location. */
export function typeOf(settings: SiteSettings, contentPath: string): DocumentKey | undefined {
  if (!contentPath.endsWith(extension)) return undefined;
  const plain = contentPath.slice(0, -extension.length);
  const found = Object.entries(settings.content.types).find(([, { folder }]) =>
    plain.startsWith(`${folder}/`),
  );
  if (!found) return undefined;
  const [type, { folder }] = found;
  const segments = plain.slice(folder.length + 1).split('/');
  if (segments.some((segment) => segment === '' || segment.startsWith('.'))) return undefined;
  const [first = '', ...rest] = segments;
  return rest.length > 0 && isOtherLanguage(settings, first)
    ? { type, lang: first, path: rest.join('/') }
    : { type, lang: settings.language, path: segments.join('/') };
}

/** @throws `invalid_request` for an unknown type or language, and for a path that would belong to another language */
export function contentPathFor(settings: SiteSettings, { type, lang, path }: DocumentKey): string {
  const { folder } = getContentType(settings, type);
  if (!Object.hasOwn(settings.languages, lang)) {
    throw refusal(fieldError('lang', 'not_one_of', { allowed: Object.keys(settings.languages) }));
  }
  if (lang !== settings.language) return `${folder}/${lang}/${path}${extension}`;
  const [first = '', ...rest] = path.split('/');
  if (rest.length > 0 && isOtherLanguage(settings, first)) {
    throw refusal(fieldError('path', 'reserved_address', { prefixes: `${first}/` }));
  }
  return `${folder}/${path}${extension}`;
}

/** `<lang>:<type>:<path>` (gaps page, Documents). */
export function documentId({ lang, type, path }: DocumentKey): string {
  return `${lang}:${type}:${path}`;
}

/** @throws `invalid_request` for an unknown type */
export function getContentType(settings: SiteSettings, type: string): ContentType {
  const { types } = settings.content;
  if (!Object.hasOwn(types, type)) {
    throw refusal(fieldError('type', 'not_one_of', { allowed: Object.keys(types) }));
  }
  return types[type]!;
}

const isOtherLanguage = (settings: SiteSettings, tag: string) =>
  tag !== settings.language && Object.hasOwn(settings.languages, tag);

const refusal = (error: FieldError) => kernelProblems.invalid_request.at([error]);
