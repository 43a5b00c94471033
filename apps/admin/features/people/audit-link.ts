import type { AuditEntry } from '@galley/sdk';

export interface AuditLink {
  readonly to: string;
  readonly params?: Record<string, string>;
  readonly search?: Record<string, string>;
}

/** `undefined` if the target was deleted or has no page. */
export function auditTargetLink({ action, target, details }: AuditEntry): AuditLink | undefined {
  const [subject] = action.split('.');
  if (action.endsWith('.delete') || action.endsWith('.purge')) return undefined;
  if (subject === 'document')
    return /\.(md|markdown)$/.test(target)
      ? { to: '/edit/$', params: { _splat: target } }
      : undefined;
  if (subject === 'role') return { to: '/roles', search: { role: target } };
  if (subject === 'run') return { to: '/runs/$run', params: { run: target } };
  if (subject === 'proposal') return { to: '/proposals/$proposal', params: { proposal: target } };
  const isOfPerson = [
    'user',
    'login',
    'logout',
    'identity',
    'totp',
    'passkey',
    'password',
  ].includes(subject ?? '');
  if (isOfPerson || (subject === 'session' && 'username' in details))
    return { to: '/people/$username', params: { username: target } };
  return undefined;
}
