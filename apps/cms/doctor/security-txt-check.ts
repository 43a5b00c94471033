import type { Clock } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { ok, warning, type Check } from './check.ts';

const warnAheadMs = 30 * 24 * 60 * 60 * 1000;

/** RFC 9116, 2.5.5: expired information must not be used. */
export function securityTxtCheck(
  { securityTxt }: Pick<SiteSettings, 'securityTxt'>,
  clock: Clock,
): Check {
  const name = 'security_txt';
  const { contacts, expires } = securityTxt;
  if (contacts.length === 0 || expires === undefined) return ok(name, 'No security.txt is set up.');
  const remainingMs = Date.parse(expires) - clock.now().getTime();
  if (remainingMs > warnAheadMs) return ok(name, `security.txt is valid until ${expires}.`);
  return warning(name, {
    message: `security.txt ${remainingMs > 0 ? 'expires' : 'expired'} on ${expires}.`,
    where: 'security_txt.expires in site.yaml',
    why: 'People who find a vulnerability must not use an expired contact.',
    advice: 'Check the contacts and set a new date, at most a year away.',
  });
}
