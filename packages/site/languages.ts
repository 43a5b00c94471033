import { memoize } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';

const rightToLeftScripts: ReadonlySet<string> = new Set(
  'Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
);

/** Every language of the site, its own first. */
export function languageTags(settings: SiteSettings): readonly string[] {
  return [...new Set([settings.language, ...Object.keys(settings.languages)])];
}

/** What the addresses of a language begin with: nothing for the site's own, `/es` for another. */
export function languagePrefix(settings: SiteSettings, lang: string): string {
  return lang === settings.language ? '' : `/${lang}`;
}

export function homePath(settings: SiteSettings, lang: string): string {
  return `${languagePrefix(settings, lang)}/`;
}

/** The language of an address, and the address without it. */
export function splitLanguage(
  settings: SiteSettings,
  path: string,
): { readonly lang: string; readonly rest: string } {
  const first = path.split('/')[1]!;
  const isOther = first !== settings.language && Object.hasOwn(settings.languages, first);
  if (!isOther) return { lang: settings.language, rest: path };
  return { lang: first, rest: path.slice(first.length + 1) };
}

/** What a language calls itself, or what the settings call it. */
export function languageName(settings: SiteSettings, lang: string): string {
  const given = Object.hasOwn(settings.languages, lang)
    ? settings.languages[lang]!.name
    : undefined;
  return given || ownName(lang);
}

const ownName = once((lang) => {
  const own = new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang;
  return own.charAt(0).toLocaleUpperCase(lang) + own.slice(1);
});

/** `rtl` for languages of scripts that run from right to left. */
export const direction = once((lang): 'ltr' | 'rtl' => {
  const script = new Intl.Locale(lang).maximize().script ?? '';
  return rightToLeftScripts.has(script) ? 'rtl' : 'ltr';
});

/** As Open Graph writes a language: `en_US`, with the country where most of its readers are if the tag names none. */
export const openGraphLocale = once((lang) => {
  const { language, region } = new Intl.Locale(lang).maximize();
  return region === undefined ? language : `${language}_${region}`;
});

/** How the day of a moment is written in a language. */
export function dayText(lang: string, timeZone: string, moment: Date): string {
  return dayTexts(`${lang}\n${timeZone}`)(moment.getTime());
}

// A document's day stands on its own page, in lists, and beside others.
const dayTexts = once((key) => {
  const [lang, timeZone] = key.split('\n');
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone });
  return memoize((time: number) => format.format(time), 10_000);
});

/** The day of a moment in a time zone, as machines write it: `2026-03-01`. */
export function isoDay(timeZone: string, moment: Date): string {
  return isoDayFormats(timeZone).format(moment);
}

// Canada writes days as ISO 8601 does.
const isoDayFormats = once(
  (timeZone) =>
    new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      timeZone,
    }),
);

/** Making what Intl makes is slow, and every page asks for it. There are as many as languages and time zones. */
function once<Value>(make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}
