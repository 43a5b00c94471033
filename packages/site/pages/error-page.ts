import { splitLanguage } from '../languages.ts';
import { notFoundPath } from './addresses.ts';
import { documentView } from './document-page.ts';
import type { Page, PageContext } from './page.ts';
import { siteView } from './site-view.ts';

export interface Refusal {
  readonly status: number;
  readonly title:
    | 'not_found'
    | 'gone'
    | 'bad_address'
    | 'method_not_allowed'
    | 'preview_invalid'
    | 'too_many_requests'
    | 'form_failed'
    | 'form_refused'
    | 'form_too_large';
  readonly headers?: Readonly<Record<string, string>>;
}

export const notFound: Refusal = { status: 404, title: 'not_found' };
export const gone: Refusal = { status: 410, title: 'gone' };
export const badAddress: Refusal = { status: 400, title: 'bad_address' };
export const methodNotAllowed: Refusal = {
  status: 405,
  title: 'method_not_allowed',
  headers: { allow: 'GET, HEAD' },
};

export function tooManyRequests(retryAfterSeconds: number): Refusal {
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return { status: 429, title: 'too_many_requests', headers };
}

export const formRefusals = {
  refused: { status: 403, title: 'form_refused' },
  tooLarge: { status: 413, title: 'form_too_large' },
  failed: { status: 503, title: 'form_failed', headers: { 'retry-after': '60' } },
  method: { status: 405, title: 'method_not_allowed', headers: { allow: 'GET, HEAD, POST' } },
} as const satisfies Record<string, Refusal>;

export async function errorPage(
  context: PageContext,
  path: string,
  { status, title }: Refusal,
): Promise<Page> {
  const { lang } = splitLanguage(context.settings, path);
  const texts = context.settings.texts.for(lang);
  const heading = texts[title];
  const view = {
    ...siteView(context, { lang, path, title: heading, isHidden: true }),
    heading,
    status,
    hint: title === 'gone' ? texts.gone_hint : '',
    document: title === 'not_found' ? await loadCustomText(context, lang) : null,
  };
  return { lang, layouts: title === 'not_found' ? ['404'] : ['error', '404'], view };
}

async function loadCustomText(context: PageContext, lang: string): Promise<object | null> {
  const document = await context.published.findByUrl(notFoundPath(context.settings, lang));
  return document === undefined ? null : documentView(context, document);
}
