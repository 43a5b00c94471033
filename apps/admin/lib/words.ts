import { keepChoice, readChoice } from './local-choice.ts';
import { createStore, useStore } from './store.ts';

export const languages = { en: 'English', de: 'Deutsch' } as const;

export type Language = keyof typeof languages;

type Message = string | ((...given: never[]) => string);

/** What a part of the admin says, by name; each of the languages says all of it. */
export type Words<Names extends Record<string, Message>> = Readonly<Record<Language, Names>>;

/** The text of one name in another language: a plain text, or a function of the same parameters. */
type Said<Given> = Given extends (...given: infer Parameters) => string
  ? (...given: Parameters) => string
  : string;

/** Binds the two languages to the same names; TypeScript complains of one that is missing. */
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

/** The words in the language of whoever looks. */
export function useWords<Names extends Record<string, Message>>(words: Words<Names>): Names {
  return words[useLanguage()];
}

/** The same outside of React: for toasts and titles. */
export function wordsNow<Names extends Record<string, Message>>(words: Words<Names>): Names {
  return words[language.get()];
}

/** `1 document`, `2 documents`: both languages know these two forms. */
export function counted(count: number, one: string, other: string): string {
  return `${count.toLocaleString(language.get())} ${count === 1 ? one : other}`;
}

function firstLanguage(): Language {
  const chosen = readChoice('language') ?? navigator.language;
  return chosen.toLowerCase().startsWith('de') ? 'de' : 'en';
}
