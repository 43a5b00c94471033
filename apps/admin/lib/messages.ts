import { storePreference, readPreference } from './local-preference.ts';
import { createStore, useStore } from './store.ts';

export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

type Message = string | ((...given: never[]) => string);

export type Messages<Names extends Record<string, Message>> = Readonly<Record<Language, Names>>;

type Translated<Given> = Given extends (...given: infer Parameters) => string
  ? (...given: Parameters) => string
  : string;

/** Requires the same names in both languages; a missing one is a type error. */
export function defineMessages<Names extends Record<string, Message>>(messages: {
  readonly en: Names;
  readonly de: { readonly [Name in keyof Names]: Translated<Names[Name]> };
}): Messages<{ readonly [Name in keyof Names]: Translated<Names[Name]> }> {
  return messages as never;
}

export const language = createStore<Language>(initialLanguage());

language.subscribe(() => storePreference('language', language.get()));

export function useLanguage(): Language {
  return useStore(language);
}

export function useMessages<Names extends Record<string, Message>>(
  messages: Messages<Names>,
): Names {
  return messages[useLanguage()];
}

/** For use outside React. */
export function currentMessages<Names extends Record<string, Message>>(
  messages: Messages<Names>,
): Names {
  return messages[language.get()];
}

/** `1 document`, `2 documents`: both languages have exactly these two forms. */
export function formatCount(count: number, one: string, other: string): string {
  return `${count.toLocaleString(language.get())} ${count === 1 ? one : other}`;
}

function initialLanguage(): Language {
  const chosen = readPreference('language') ?? navigator.language;
  return chosen.toLowerCase().startsWith('de') ? 'de' : 'en';
}
