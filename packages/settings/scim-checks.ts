import { fieldFault } from '@galley/kernel';
import type { Config } from './config-schema.ts';
import type { Finding, Source } from './finding.ts';
import { createFinding } from './source-of-setting.ts';

/** Without a mail server, invitations would silently not be sent. */
export function findScimMistakes({ scim, mail }: Config, sources: readonly Source[]): Finding[] {
  if (!scim.invite || mail) return [];
  const fault = fieldFault('requires', { other: 'mail.smtp.host' });
  return [createFinding(['scim', 'invite'], fault, sources)];
}
