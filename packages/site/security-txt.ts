import type { SiteSettings } from '@galley/settings';
import { absoluteUrl, securityTxtPath } from './pages/addresses.ts';

/** RFC 9116; undefined without contacts. */
export function renderSecurityTxt(settings: SiteSettings): string | undefined {
  const { contacts, expires, policy, encryption, acknowledgments, languages } =
    settings.securityTxt;
  if (contacts.length === 0) return undefined;
  const fields: readonly (readonly [string, string | undefined])[] = [
    ...contacts.map((contact) => ['Contact', contact] as const),
    ['Expires', `${expires!}T00:00:00Z`],
    ['Encryption', encryption],
    ['Acknowledgments', acknowledgments],
    ['Policy', policy],
    ['Preferred-Languages', languages.length > 0 ? languages.join(', ') : undefined],
    ['Canonical', absoluteUrl(settings, securityTxtPath)],
  ];
  const given = fields.filter(([, text]) => text !== undefined);
  return given.map(([name, text]) => `${name}: ${text!}\n`).join('');
}
