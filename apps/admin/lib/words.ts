import { keepChoice, readChoice } from './local-choice.ts';
import { createStore, useStore } from './store.ts';

export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

type Message = string | ((...given: never[]) => string);

/** Texts of a part of the admin, by name, complete in each language. */
export type Words<Names extends Record<string, Message>> = Readonly<Record<Language, Names>>;

/** Type of a translation: a string, or a function with the same parameters. */
type Said<Given> = Given extends (...given: infer Parameters) => string
  ? (...given: Parameters) => string
  : string;

/** Requires the same names in both languages; a missing one is a type error. */
export function defineWords<Names extends Record<string, Message>>(words: {
  readonly en: Names;
  readonly de: { readonly [Name in keyof Names]: Said<Names[Name]> };
}): Words<{ readonly [Name in keyof Names]: Said<Names[Name]> }> {
  return words as never;
}

export const language = createStore<Language>(firstLanguage());

language.subscribe(() => keepChoice('language', language.get()));

export function useLanguage(): Language {
  return useStore(language);
}

export function useWords<Names extends Record<string, Message>>(words: Words<Names>): Names {
  return words[useLanguage()];
}

/** Texts in the user's language outside React, for toasts and titles. */
export function wordsNow<Names extends Record<string, Message>>(words: Words<Names>): Names {
  return words[language.get()];
}

/** `1 document`, `2 documents`: both languages have exactly these two forms. */
export function counted(count: number, one: string, other: string): string {
  return `${count.toLocaleString(language.get())} ${count === 1 ? one : other}`;
}

function firstLanguage(): Language {
  const chosen = readChoice('language') ?? navigator.language;
  return chosen.toLowerCase().startsWith('de') ? 'de' : 'en';
}
