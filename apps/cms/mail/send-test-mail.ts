import { authProblems, isEmailAddress } from '@galley/auth';
import { fieldError, silentLogger, systemClock } from '@galley/kernel';
import type { SentMail } from '@galley/mail';
import { connectDatabase, requireProject, ShutdownStack } from '@galley/service';
import { loadConfig } from '@galley/settings';
import { composePeople } from '../people/compose.ts';
import type { ProjectOptions } from '../people/administer-users.ts';
import { LiveSiteSettings } from '../settings/live-site-settings.ts';
import { composeMail } from './compose.ts';

/**
 * Makes one attempt, whether or not the server runs; the server repeats a failed one.
 *
 * @throws `invalid_fields`, `mail_not_configured`
 */
export async function sendTestMail(options: ProjectOptions, to: string): Promise<SentMail> {
  const { projectDirectory, logger } = options;
  requireProject(projectDirectory);
  if (!isEmailAddress(to))
    throw authProblems.invalid_fields.at([
      fieldError('address', 'not_an_email', { example: 'name@example.org' }),
    ]);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const cleanUp = new ShutdownStack(logger);
  try {
    const { db } = await connectDatabase({ config, logger, atEnd: cleanUp.add.bind(cleanUp) });
    const site = await LiveSiteSettings.load(config.storage.contentDirectory, logger);
    const base = { config, projectDirectory, db, clock: systemClock, logger };
    const { sealer } = await composePeople(base, () => site.current());
    const settings = (): ReturnType<typeof site.current> => site.current();
    // The command reports the failure itself.
    const quiet = { ...base, logger: silentLogger };
    return await composeMail(quiet, { sealer, settings }).outbox.test(to);
  } finally {
    await cleanUp.run();
  }
}
