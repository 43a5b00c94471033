import { escapeHtml } from './markdown/escape-html.ts';
import { direction } from './languages.ts';
import { builtInSiteTexts, type SiteTexts } from './texts/site-texts.ts';

export interface GuestCommentsState {
  /** Address of the page itself. */
  readonly action: string;
  readonly comments: readonly { readonly name: string; readonly body: string }[];
  readonly values: Readonly<Record<'name' | 'quote' | 'body', string>>;
  readonly outcome: 'none' | 'sent' | 'invalid' | 'full';
  readonly limits: Readonly<Record<'name' | 'quote' | 'body', number>>;
}

/**
 * Adds the comments of guests and a form without scripts to the end of the main part of a preview (ADD-CMT-11). Its classes
 * are those of the forms of themes.
 */
export function withGuestComments(
  html: string,
  state: GuestCommentsState,
  { lang, texts = builtInSiteTexts }: { readonly lang: string; readonly texts?: SiteTexts },
): string {
  const section = guestSection(state, texts.for(lang), texts.has(lang) ? lang : 'en');
  const at = lastPlace(html, /<\/main/gi) ?? lastPlace(html, /<\/body/gi) ?? html.length;
  return `${html.slice(0, at)}${section}\n${html.slice(at)}`;
}

function lastPlace(html: string, tag: RegExp): number | undefined {
  return [...html.matchAll(tag)].at(-1)?.index;
}

function guestSection(
  { action, comments, values, outcome, limits }: GuestCommentsState,
  texts: ReturnType<SiteTexts['for']>,
  spoken: string,
): string {
  const title = escapeHtml(texts.guest_comments);
  const told = {
    none: '',
    sent: texts.guest_sent,
    invalid: texts.guest_invalid,
    full: texts.guest_full,
  }[outcome];
  const notice = told === '' ? '' : `<p role="status"><strong>${escapeHtml(told)}</strong></p>`;
  const shown = comments.map(
    ({ name, body }) => `<li><p><strong>${escapeHtml(name)}</strong></p>${paragraphs(body)}</li>`,
  );
  const field = (name: 'name' | 'quote' | 'body', label: string, input: string): string =>
    `<div class="form-field"><label for="guest-${name}">${escapeHtml(label)}</label><br>${input}</div>`;
  const line = (name: 'name' | 'quote', more: string): string =>
    `<input type="text" id="guest-${name}" name="${name}" maxlength="${limits[name]}" value="${escapeHtml(values[name])}"${more}>`;
  const area = `<textarea id="guest-body" name="body" rows="4" maxlength="${limits.body}" required>\n${escapeHtml(values.body)}</textarea>`;
  return `<section id="guest-comments" class="prose galley-guest-comments" lang="${escapeHtml(spoken)}" dir="${direction(spoken)}" aria-label="${title}">
<h2>${title}</h2>
${notice}
${shown.length > 0 ? `<ol>${shown.join('\n')}</ol>` : ''}
<form class="form" method="post" action="${escapeHtml(action)}#guest-comments">
${field('name', texts.guest_name, line('name', ' required autocomplete="name"'))}
${field('quote', texts.guest_quote, line('quote', ''))}
${field('body', texts.guest_comment, area)}
<p class="form-actions"><button type="submit">${escapeHtml(texts.guest_send)}</button></p>
</form>
</section>`;
}

function paragraphs(text: string): string {
  const lines = text.split('\n').map((line) => escapeHtml(line));
  return `<p>${lines.join('<br>')}</p>`;
}
