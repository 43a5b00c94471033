import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { catalogues, type Catalogue } from '../languages/index.ts';
import { storePreference, readPreference } from './local-preference.ts';
import { createStore, useStore } from './store.ts';

/** Codes of all languages. */
export const languages: readonly string[] = ['en', ...Object.keys(catalogues)];

interface WithValues<Values> {
  readonly icu: string;
  /** Only a type. */
  readonly values?: Values;
}

type Source = string | WithValues<unknown>;

export interface Messages<Names extends Record<string, Source>> {
  readonly area: string;
  readonly english: Names;
}

type Texts<Names> = {
  readonly [Name in keyof Names]: Names[Name] extends WithValues<infer Values>
    ? (values: Values) => string
    : string;
};

/** The type that `useMessages` returns: texts, and functions for messages with values. */
export type TextsOf<Defined> = Defined extends Messages<infer Names> ? Texts<Names> : never;

/** A message in ICU MessageFormat, such as `{count, plural, one {# document} other {# documents}}`. */
export function withValues<Values>(icu: string): WithValues<Values> {
  return { icu };
}

/** The English messages of an area. Translations are in `languages/`, under the same names. */
export function defineMessages<Names extends Record<string, Source>>(
  area: string,
  english: Names,
): Messages<Names> {
  return { area, english };
}

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const chosen = createStore('en');
let catalogue: Catalogue = {};
let cache = new Map<Messages<Record<string, Source>>, object>();

/** The language of the admin. */
export const language = { get: chosen.get };

/** Loads the texts of the language, then shows them. English replaces a language that can't be loaded. */
export async function chooseLanguage(code: string): Promise<void> {
  const loaded = await catalogues[code]?.().catch(() => undefined);
  catalogue = loaded?.default ?? {};
  cache = new Map();
  i18n.loadAndActivate({ locale: loaded ? code : 'en', messages: {} });
  chosen.set(loaded ? code : 'en');
}

/** Also stores the choice in this browser. */
export async function changeLanguage(code: string): Promise<void> {
  storePreference('language', code);
  await chooseLanguage(code);
}

/** The stored choice, else the browser's first language that Galley has. */
export function preferredLanguage(): string {
  const wanted = [readPreference('language') ?? [], navigator.languages].flat();
  const codes = wanted.map((tag) => tag.toLowerCase().split('-')[0]!);
  return codes.find((code) => languages.includes(code)) ?? 'en';
}

/** `Deutsch` for `de`. */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

export function useLanguage(): string {
  return useStore(chosen);
}

export function useMessages<Names extends Record<string, Source>>(
  messages: Messages<Names>,
): Texts<Names> {
  useLanguage();
  return currentMessages(messages);
}

/** For use outside React. */
export function currentMessages<Names extends Record<string, Source>>(
  messages: Messages<Names>,
): Texts<Names> {
  const known = cache.get(messages);
  if (known) return known as Texts<Names>;
  const texts = Object.fromEntries(
    Object.entries(messages.english).map(([name, english]) => {
      const own = translation(messages.area, name);
      if (typeof english === 'string') return [name, own ?? english];
      return [name, (values: object) => formatMessage(own ?? english.icu, values)];
    }),
  ) as Texts<Names>;
  cache.set(messages, texts);
  return texts;
}

/** The text with a name that comes from elsewhere, such as the server; `undefined` if there is none. */
export function knownText<Names extends Record<string, string>>(
  messages: Messages<Names>,
  name: string,
): string | undefined {
  const texts = currentMessages(messages) as Readonly<Record<string, string>>;
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** The translation of a text that the server sends in English; `undefined` in English. */
export function translation(area: string, name: string): string | undefined {
  const texts = catalogue[area];
  return texts && Object.hasOwn(texts, name) ? texts[name] : undefined;
}

export function formatMessage(icu: string, values: object): string {
  if (!Object.hasOwn(i18n.messages, icu)) i18n.load(i18n.locale, { [icu]: compileMessage(icu) });
  return i18n._(icu, values as Record<string, unknown>);
}
