import { memoize } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';

const rightToLeftScripts: ReadonlySet<string> = new Set(
  'Adlm Arab Aran Hebr Mand Mend Nkoo Rohg Samr Syrc Thaa Yezi'.split(' '),
);

export function languageTags(settings: SiteSettings): readonly string[] {
  return [...new Set([settings.language, ...Object.keys(settings.languages)])];
}

/** Empty for the default, otherwise `/es`. */
export function languagePrefix(settings: SiteSettings, lang: string): string {
  return lang === settings.language ? '' : `/${lang}`;
}

export function homePath(settings: SiteSettings, lang: string): string {
  return `${languagePrefix(settings, lang)}/`;
}

/** With the address without prefix. */
export function splitLanguage(
  settings: SiteSettings,
  path: string,
): { readonly lang: string; readonly rest: string } {
  const first = path.split('/')[1]!;
  const isOther = first !== settings.language && Object.hasOwn(settings.languages, first);
  if (!isOther) return { lang: settings.language, rest: path };
  return { lang: first, rest: path.slice(first.length + 1) };
}

export function languageName(settings: SiteSettings, lang: string): string {
  const given = Object.hasOwn(settings.languages, lang)
    ? settings.languages[lang]!.name
    : undefined;
  return given || ownName(lang);
}

const ownName = memoizeByKey((lang) => {
  const own = new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang;
  return own.charAt(0).toLocaleUpperCase(lang) + own.slice(1);
});

export const direction = memoizeByKey((lang): 'ltr' | 'rtl' => {
  const script = new Intl.Locale(lang).maximize().script ?? '';
  return rightToLeftScripts.has(script) ? 'rtl' : 'ltr';
});

/** `en_US`, with the most likely country if the tag has none. */
export const openGraphLocale = memoizeByKey((lang) => {
  const { language, region } = new Intl.Locale(lang).maximize();
  return region === undefined ? language : `${language}_${region}`;
});

/** `Ada, Bo and Cy`. */
export function listNames(lang: string, names: readonly string[]): string {
  return nameLists(lang).format(names);
}

const nameLists = memoizeByKey((lang) => new Intl.ListFormat(lang, { type: 'conjunction' }));

export function formatDay(lang: string, timeZone: string, moment: Date): string {
  return dayTexts(`${lang}\n${timeZone}`)(moment.getTime());
}

// A document's date appears on its page and in lists.
const dayTexts = memoizeByKey((key) => {
  const [lang, timeZone] = key.split('\n');
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone });
  return memoize((time: number) => format.format(time), 10_000);
});

export function formatIsoDay(timeZone: string, moment: Date): string {
  return isoDayFormats(timeZone).format(moment);
}

// Canadian English uses the ISO format.
const isoDayFormats = memoizeByKey(
  (timeZone) =>
    new Intl.DateTimeFormat('en-CA-u-ca-gregory-nu-latn', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      timeZone,
    }),
);

/** Intl objects are slow to create. */
function memoizeByKey<Value>(make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const found = known.get(key) ?? make(key);
    known.set(key, found);
    return found;
  };
}
