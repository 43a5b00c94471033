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

export function languageName(settings: SiteSettings, lang: string): string {
  const given = Object.hasOwn(settings.languages, lang)
    ? settings.languages[lang]!.name
    : undefined;
  if (given) return given;
  const own = new Intl.DisplayNames([lang], { type: 'language' }).of(lang) ?? lang;
  return own.charAt(0).toLocaleUpperCase(lang) + own.slice(1);
}

/** `rtl` for languages of scripts that run from right to left. */
export function direction(lang: string): 'ltr' | 'rtl' {
  const script = new Intl.Locale(lang).maximize().script ?? '';
  return rightToLeftScripts.has(script) ? 'rtl' : 'ltr';
}
