import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, type Logger } from '@galley/kernel';
import { defaultLayout } from './layout.ts';
import type { MailContent, MailKind, NewMail } from './mail.ts';
import { fillLayout, fillText, placeholdersOf, renderHtml, textOf } from './render-mail.ts';
import { english } from './texts/english.ts';
import { german } from './texts/german.ts';
import { spanish } from './texts/spanish.ts';

type Texts = Readonly<Record<MailKind, string>>;

const included: Readonly<Record<string, Texts>> = { en: english, de: german, es: spanish };

export interface MailSite {
  readonly title: string;
  /** Used for people without a chosen language. */
  readonly language: string;
  readonly timeZone: string;
}

export interface MailTextsOptions {
  /** Files `<kind>.<language>.md` and `layout.html` replace the included ones. */
  readonly directory: string;
  readonly site: () => MailSite;
  readonly logger: Logger;
}

/** Longer subjects are cut. */
const maxSubject = 200;

/** Reads the files of the site for each message, so that a change takes effect at once. */
export class MailTexts {
  readonly #options: MailTextsOptions;

  constructor(options: MailTextsOptions) {
    this.#options = options;
  }

  async render({ kind, language: wanted, timeZone, values }: NewMail): Promise<MailContent> {
    const own = this.#options.site();
    const site = { ...own, timeZone: timeZone || own.timeZone };
    const language = wanted === '' ? site.language : wanted;
    const all = { ...this.#format(values, { ...site, language }), site: site.title };
    const { subject: first, body } = split(await this.#read(kind, language));
    const subject = oneLine(fillText(first, all));
    const layout = (await this.#readFile('layout.html')) ?? defaultLayout;
    const content = renderHtml(body, all);
    return {
      subject,
      text: fillText(textOf(body), all),
      html: fillLayout(layout, { content, subject, site: site.title, language }),
    };
  }

  /** The site's text in this language, else the included one, else English. */
  async #read(kind: MailKind, language: string): Promise<string> {
    const base = included[language.split('-')[0]!.toLowerCase()] ?? english;
    const name = `${kind}.${language}.md`;
    const own = await this.#readFile(name);
    if (own === undefined) return base[kind];
    const known = placeholdersOf(english[kind]);
    const unknown = [...placeholdersOf(own)].filter((name) => !known.has(name) && name !== 'site');
    if (unknown.length === 0 && split(own).body !== '') return own;
    const reason = unknown.length > 0 ? `unknown values: ${unknown.join(', ')}` : 'no text';
    this.#options.logger.warn('a mail template is not used', { template: name, reason });
    return base[kind];
  }

  async #readFile(name: string): Promise<string | undefined> {
    try {
      return await readFile(join(this.#options.directory, name), 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  #format(
    values: NewMail['values'],
    { language, timeZone }: Pick<MailSite, 'language' | 'timeZone'>,
  ): Record<string, string> {
    const format = new Intl.DateTimeFormat(language, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone,
    });
    const shown = (value: string | Date): string =>
      value instanceof Date ? `${format.format(value)} (${timeZone})` : value;
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(value)]));
  }
}

function split(text: string): { readonly subject: string; readonly body: string } {
  const [subject = '', ...rest] = text.replaceAll('\r\n', '\n').trim().split('\n');
  return { subject, body: rest.join('\n').trim() };
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxSubject);
}
