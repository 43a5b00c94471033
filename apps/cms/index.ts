import type { Administered } from './people/administer-users.ts';
import { lazy } from './lazy.ts';

export type { Administered, ReadPassword, UserAdministration } from './people/administer-users.ts';
export type {
  AccountAdministration,
  LinkResult,
  ListedAccount,
  ListedSession,
  ListedToken,
} from './people/administer-accounts.ts';
export type { BuiltProject } from './build/built-project.ts';
export type {
  CreatedBackup,
  ListedBackup,
  VerifiedBackup,
  BackupRequest,
} from './backups/backups-by-hand.ts';
export type { PresentedStored } from './backups/s3-backups-by-hand.ts';
export type { BackupDrill } from './backups/drill-by-hand.ts';
export type { Check, CheckStatus, DiagnosedFinding, Diagnosis } from './doctor/check.ts';
export type { ExamineProjectOptions } from './doctor/examine-project.ts';
export type { GitLogEntry, GitSnapshotByHand } from './backups/git-snapshots-by-hand.ts';
export type { CheckedPlugin, PluginByHand } from './plugins/plugins-by-hand.ts';
export type { PluginReview } from '@galley/plugins';
export type { PluginAdministration } from './plugins/administer-plugins.ts';
export type { CheckedTheme, ThemeByHand } from './themes/themes-by-hand.ts';
export type { PackedTheme } from '@galley/site';
export type { DatabaseRestoreResult } from './backups/restore-database-by-hand.ts';
export type { AgentProgram } from './project.ts';
export type { ExportFormat, ExportReport } from '@galley/exporting';
export type { ImportFormat, ImportReport } from '@galley/importing';
export type { RunningServer, ServeOptions } from './serve.ts';
export type { BuildInfo } from '@galley/service';
export { createLogger, logProcessFaults, parseLogSettings } from '@galley/logging';
export { cmsProblems } from './problems.ts';

const backups = () => import('./backups/backups-by-hand.ts');
const s3Backups = () => import('./backups/s3-backups-by-hand.ts');
const gitSnapshots = () => import('./backups/git-snapshots-by-hand.ts');
const plugins = () => import('./plugins/plugins-by-hand.ts');
const themes = () => import('./themes/themes-by-hand.ts');
const service = () => import('@galley/service');

export const serve = lazy(async () => (await import('./serve.ts')).serve);
export const serveAsWorker = lazy(
  async () => (await import('./cluster/serve-as-worker.ts')).serveAsWorker,
);
export const createProject = lazy(async () => (await import('./project.ts')).createProject);
export const administerUsers = lazy(
  async () => (await import('./people/administer-users.ts')).administerUsers<Administered>,
);
export const administerAccounts = lazy(
  async () => (await import('./people/administer-accounts.ts')).administerAccounts,
);
export const sendTestMail = lazy(
  async () => (await import('./mail/send-test-mail.ts')).sendTestMail,
);
export const createBackup = lazy(async () => (await backups()).createBackup);
export const listBackups = lazy(async () => (await backups()).listBackups);
export const listStoredBackups = lazy(async () => (await s3Backups()).listStoredBackups);
export const fetchStoredBackup = lazy(async () => (await s3Backups()).fetchStoredBackup);
export const generateBackupKeys = lazy(async () => (await import('@galley/backup')).generateKeys);
export const verifyBackup = lazy(async () => (await backups()).verifyBackup);
export const drillBackup = lazy(
  async () => (await import('./backups/drill-by-hand.ts')).drillBackup,
);
export const restoreDatabaseByHand = lazy(
  async () => (await import('./backups/restore-database-by-hand.ts')).restoreDatabaseBackup,
);
export const takeGitSnapshot = lazy(async () => (await gitSnapshots()).takeGitSnapshot);
export const listGitSnapshots = lazy(async () => (await gitSnapshots()).listGitSnapshots);
export const createPluginByHand = lazy(async () => (await plugins()).createPluginByHand);
export const checkPlugins = lazy(async () => (await plugins()).checkPlugins);
export const listPlugins = lazy(async () => (await plugins()).listPlugins);
export const administerPlugins = lazy(
  async () => (await import('./plugins/administer-plugins.ts')).administerPlugins<void>,
);
export const createThemeByHand = lazy(async () => (await themes()).createThemeByHand);
export const checkThemes = lazy(async () => (await themes()).checkThemes);
export const listThemesByHand = lazy(async () => (await themes()).listThemesByHand);
export const chooseTheme = lazy(async () => (await themes()).chooseTheme);
export const packThemeByHand = lazy(async () => (await themes()).packThemeByHand);
export const installThemeByHand = lazy(async () => (await themes()).installThemeByHand);
export const buildProject = lazy(
  async () => (await import('./build/build-project.ts')).buildProject,
);
export const exportProject = lazy(
  async () => (await import('./exporting/export-project.ts')).exportProject,
);
export const listImportFormats = lazy(async () => {
  const { importFormats } = await import('@galley/importing');
  return () => importFormats;
});
export const importSite = lazy(async () => (await import('./importing/import-site.ts')).importSite);
export const examineProject = lazy(
  async () => (await import('./doctor/examine-project.ts')).examineProject,
);
export const adoptProjectTree = lazy(
  async () => (await import('./adopt-project-tree.ts')).adoptProjectTree,
);
export const migrateProject = lazy(
  async () => (await import('./migrate-project.ts')).migrateProject,
);
export const isProject = lazy(async () => (await service()).isProject);
export const readBuildInfo = lazy(async () => (await service()).readBuildInfo);
export const updateEligibility = lazy(async () => (await service()).updateEligibility);
export const findNearest = lazy(async () => (await import('@galley/settings')).findNearest);
export const buildOpenApi = lazy(async () => (await import('@galley/contract')).buildOpenApi);
export const listMetrics = lazy(async () => {
  const { contentServerMetrics } = await import('./metric-definitions.ts');
  return () => contentServerMetrics;
});
