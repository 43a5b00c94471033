import { useEffect, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { localeOf } from '../lib/format.ts';
import { useLanguage } from '../lib/messages.ts';

export function LocaleProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const language = useLanguage();
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <I18nProvider locale={localeOf(language)}>{children}</I18nProvider>;
}
