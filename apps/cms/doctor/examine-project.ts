import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PeopleReadModel } from '@galley/auth';
import type { Database } from '@galley/database';
import { systemClock } from '@galley/kernel';
import {
  ShutdownStack,
  clusterDirectory,
  connectUnchanged,
  readBuildInfo,
  requireProject,
} from '@galley/service';
import { loadConfig, loadSiteSettings, type Config, type SiteSettings } from '@galley/settings';
import type { Theme } from '@galley/site';
import type { ProjectOptions } from '../people/administer-users.ts';
import { backupChecks, uploadCheck } from './backup-checks.ts';
import { failed, notice, ok, type Check, type Diagnosis, type Examined } from './check.ts';
import { configuredRolesCheck } from './configured-roles-check.ts';
import { passwordCheck, variableChecks } from './configuration-checks.ts';
import { historyChecks, scheduleCheck, treeChecks, unwrittenCheck } from './content-checks.ts';
import { databaseChecks } from './database-checks.ts';
import { editorialSettingsCheck } from './editorial-settings-check.ts';
import { Examination } from './examination.ts';
import { diskChecks, storageChecks, treeFolderChecks } from './folder-checks.ts';
import { treeIdentityCheck } from './tree-identity-check.ts';
import { networkChecks } from './network-checks.ts';
import { peopleChecks, unusedDays, type KnownPeople } from './people-checks.ts';
import { pluginChecks } from './plugin-checks.ts';
import { recipeChecks } from './recipe-checks.ts';
import { remoteChecks } from './remote-checks.ts';
import { programChecks } from './program-checks.ts';
import {
  dataFolderCheck,
  openBackupsCheck,
  openFilesCheck,
  secretsCheck,
} from './secret-checks.ts';
import { mediaReviewCheck } from './media-checks.ts';
import { pageKeysCheck } from './page-keys-check.ts';
import { securityTxtCheck } from './security-txt-check.ts';
import { siteChecks } from './site-checks.ts';
import { themeChecks } from './theme-checks.ts';

export interface ExamineProjectOptions extends ProjectOptions {
  /** Also verifies the whole retained history (GAP-DOC-12). */
  readonly verifyHistory: boolean;
  /** Called with the number of documents whose history is verified, and the total. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  readonly more?: Readonly<Record<string, () => Promise<readonly Check[]>>>;
}

/**
 * Changes no document, setting or row (CMS-CLI-3). Problems, including failed checks, are part of the result.
 * @throws `not_a_project`, and the errors of `onProgress`
 */
export async function examineProject(options: ExamineProjectOptions): Promise<Diagnosis> {
  requireProject(options.projectDirectory);
  const cleanUp = new ShutdownStack(options.logger);
  const examination = new Examination();
  try {
    await examine({ options, examination, cleanUp });
    return examination.diagnosis();
  } finally {
    await cleanUp.run();
  }
}

interface ExaminationContext {
  readonly options: ExamineProjectOptions;
  readonly examination: Examination;
  readonly cleanUp: ShutdownStack;
}

async function examine(work: ExaminationContext): Promise<void> {
  const { options, examination } = work;
  const { environment, more = {} } = options;
  const config = await examination.ask('configuration', async (add) => {
    const loaded = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
    add(ok('configuration', 'The configuration is valid.'));
    return loaded;
  });
  await examination.runCheck('variables', async () => variableChecks(environment));
  await examination.runCheck('versions', async () =>
    programChecks({
      build: await readBuildInfo(),
      versions: process.versions,
      now: systemClock.now(),
    }),
  );
  if (config) await examineConfigured(work, config);
  for (const [name, ask] of Object.entries(more)) await examination.runCheck(name, ask);
}

async function examineConfigured(work: ExaminationContext, config: Config): Promise<void> {
  const { options, examination } = work;
  const { projectDirectory, overlays } = options;
  const { storage, backup } = config;
  const settings = await examination.ask('site_settings', async (add) => {
    const loaded = await loadSiteSettings(storage.contentDirectory);
    add(ok('site_settings', 'The site settings are valid.'));
    return loaded;
  });
  await examination.runCheck('storage', () => storageChecks(storage));
  await examination.runCheck('storage.moves', () => treeFolderChecks(storage));
  await examination.runCheck('disk_space', () => diskChecks(projectDirectory, storage));
  await examination.runCheck('secrets', async () => [
    await dataFolderCheck(storage.dataDirectory),
    await secretsCheck(storage.dataDirectory),
    await openFilesCheck({ projectDirectory, overlays, config }),
    await openBackupsCheck(backup.directory),
  ]);
  await examination.runCheck('recipes', () => recipeChecks(projectDirectory, config));
  await examination.runCheck('remote', () => remoteChecks(projectDirectory, config));
  await examination.runCheck('network', async () => networkChecks(config, settings));
  await examination.runCheck('backups', () => backupChecks({ config, clock: systemClock }));
  const db = await openDatabase(work, config);
  await examination.runCheck('people', () => people(config, options, db));
  await examineContent(work, { config, settings, db });
}

interface ContentContext {
  readonly config: Config;
  readonly settings: SiteSettings | undefined;
  /** `undefined` when its rows cannot be read. */
  readonly db: Database | undefined;
}

async function examineContent(
  { options, examination }: ExaminationContext,
  { config, settings, db }: ContentContext,
): Promise<void> {
  const { contentDirectory } = config.storage;
  await examination.runCheck('media_review', async () => [
    await mediaReviewCheck(contentDirectory),
  ]);
  if (db)
    await examination.runCheck('schedules', async () => [await scheduleCheck(db, systemClock)]);
  if (db)
    await examination.runCheck('backup_uploads', async () => {
      const check = await uploadCheck(config.backup, db);
      return check ? [check] : [];
    });
  if (db) await examination.runCheck('unwritten', async () => [await unwrittenCheck(db)]);
  if (db && settings)
    await examination.runCheck('editorial_settings', async () => [
      await editorialSettingsCheck(db, settings),
    ]);
  const { projectDirectory } = options;
  const theme =
    settings && (await loadedTheme(examination, { config, projectDirectory }, settings));
  await examination.add('plugins', () => pluginChecks(config.storage.pluginsDirectory, db));
  if (settings) {
    await examination.runCheck('frontmatter_keys', async () => [pageKeysCheck(settings)]);
    await examination.runCheck('security_txt', async () => [
      securityTxtCheck(settings, systemClock),
    ]);
    await examination.add('documents', () => treeChecks({ config, settings, db }));
  }
  if (settings && theme && db)
    await examination.add('links', () => siteChecks({ config, settings, theme, db }));
  if (!options.verifyHistory) return;
  const { onProgress } = options;
  await examination.add('history', () =>
    db && settings
      ? historyChecks({ db, settings, onProgress })
      : historyNotVerified(db !== undefined),
  );
}

async function loadedTheme(
  examination: Examination,
  place: Parameters<typeof themeChecks>[0],
  settings: SiteSettings,
): Promise<Theme | undefined> {
  return examination.ask('theme', async (add) => {
    const { theme, checks } = await themeChecks(place, settings);
    checks.forEach(add);
    return theme;
  });
}

async function people(
  config: Config,
  { environment }: ExamineProjectOptions,
  db: Database | undefined,
): Promise<Check[]> {
  const known = db && (await knownPeople(db));
  return [
    ...peopleChecks(config, known),
    ...(known ? [passwordCheck(environment, known.users)] : []),
    ...(db ? [configuredRolesCheck(config, await new PeopleReadModel(db).listRoles())] : []),
  ];
}

async function knownPeople(db: Database): Promise<KnownPeople> {
  const read = new PeopleReadModel(db);
  const since = systemClock.now();
  since.setUTCDate(since.getUTCDate() - unusedDays);
  return { ...(await read.count()), ...(await read.openAccounts(since)) };
}

async function openDatabase(
  { options, examination, cleanUp }: ExaminationContext,
  config: Config,
): Promise<Database | undefined> {
  const cluster = clusterDirectory(config.storage.dataDirectory);
  return examination.ask('database', async (add) => {
    if (config.database.url === undefined && !existsSync(join(cluster, 'PG_VERSION'))) {
      add(noDatabase(cluster));
      return undefined;
    }
    const { logger } = options;
    const { db } = await connectUnchanged({
      config,
      logger,
      atEnd: cleanUp.add.bind(cleanUp),
    });
    const { checks, isCurrent } = await databaseChecks(db, config);
    [ok('database', 'The database is reachable.'), ...checks].forEach(add);
    if (isCurrent) add(await treeIdentityCheck(db, config.storage));
    return isCurrent ? db : undefined;
  });
}

function noDatabase(cluster: string): Check {
  return notice('database', {
    message: 'No database yet. Checks that depend on it were skipped.',
    where: cluster,
    why: 'This project has not been started yet.',
    advice: 'The next start creates it.',
  });
}

async function historyNotVerified(hasDatabase: boolean): Promise<Examined> {
  const reason = hasDatabase ? 'the site settings are invalid' : 'the database cannot be checked';
  const check = failed('history', {
    message: `The history was not verified: ${reason}.`,
    where: 'see above',
    why: 'Changes to the history may remain undetected.',
    advice: 'Fix the problems above, and run the check again.',
  });
  return { checks: [check], findings: [] };
}
