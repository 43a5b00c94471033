import type { InterfaceTexts } from './page-texts.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { spanish } from './spanish.ts';

const byLanguage: Readonly<Record<string, InterfaceTexts>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
};

export type { InterfaceTexts };

export function builtInTexts(language: string): InterfaceTexts | undefined {
  return Object.hasOwn(byLanguage, language) ? byLanguage[language] : undefined;
}

export const textKeys: ReadonlySet<string> = new Set(Object.keys(english));

/** `es-MX` uses `es`; English if unknown. */
export function interfaceTexts(lang: string): InterfaceTexts {
  const language = lang.toLowerCase().split('-')[0]!;
  return Object.hasOwn(byLanguage, language) ? byLanguage[language]! : english;
}

export function fillPlaceholders(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
