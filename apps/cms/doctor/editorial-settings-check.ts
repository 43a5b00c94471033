import { AuditReadModel } from '@galley/auth';
import { externalAuthor } from '@galley/kernel';
import type { Database } from '@galley/database';
import type { SiteSettings } from '@galley/settings';
import { ok, warning, type Check } from './check.ts';

/** Warns of an approval rule that was weakened on disk, until a user changes it in the admin. */
export async function editorialSettingsCheck(
  db: Database,
  { editorial }: Pick<SiteSettings, 'editorial'>,
): Promise<Check> {
  const name = 'editorial_settings';
  const weak = [
    ...(editorial.requireApproval ? [] : ['editorial.require_approval']),
    ...(editorial.independence === 'contributors' ? [] : ['editorial.independence']),
  ];
  const audit = new AuditReadModel({ db });
  for (const setting of weak) {
    const change = await audit.findSettingChange(setting);
    if (change?.actor !== externalAuthor) continue;
    return warning(name, {
      message: `${setting} was relaxed by an edit on disk, noticed at ${change.at.toISOString()}.`,
      where: 'content/config/site.yaml; audit log, settings.save by external',
      why: 'Nobody with an account answers for it, and texts may become public that nobody else has approved.',
      advice: `Set ${setting} back. If it is meant, set it back and relax it again in the admin, where the audit log names who did so.`,
    });
  }
  return ok(name, 'No rule of approval was relaxed by an edit on disk.');
}
