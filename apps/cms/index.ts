import type { Administered } from './people/administer-users.ts';
import { whenCalled } from './when-called.ts';

export type { Administered, ReadPassword, UserAdministration } from './people/administer-users.ts';
export type { BuiltProject } from './build/built-project.ts';
export type {
  BackupByHand,
  BackupVerifiedByHand,
  WantedBackup,
} from './backups/backups-by-hand.ts';
export type { Check, CheckStatus, DiagnosedFinding, Diagnosis } from './doctor/check.ts';
export type { ExamineProjectOptions } from './doctor/examine-project.ts';
export type { GitLogEntry, GitSnapshotByHand } from './backups/git-snapshots-by-hand.ts';
export type { CheckedPlugin, PluginByHand } from './plugins/plugins-by-hand.ts';
export type { DatabaseRestoredByHand } from './backups/restore-database-by-hand.ts';
export type { RunningServer, ServeOptions } from './serve.ts';
export type { BuildInfo } from '@galley/service';
export { createLogger, logProcessFaults, parseLogSettings } from '@galley/logging';
export { cmsProblems } from './problems.ts';

const backups = () => import('./backups/backups-by-hand.ts');
const gitSnapshots = () => import('./backups/git-snapshots-by-hand.ts');
const plugins = () => import('./plugins/plugins-by-hand.ts');
const service = () => import('@galley/service');

export const serve = whenCalled(async () => (await import('./serve.ts')).serve);
export const serveAsWorker = whenCalled(
  async () => (await import('./cluster/serve-as-worker.ts')).serveAsWorker,
);
export const createProject = whenCalled(async () => (await import('./project.ts')).createProject);
export const administerUsers = whenCalled(
  async () => (await import('./people/administer-users.ts')).administerUsers<Administered>,
);
export const createBackup = whenCalled(async () => (await backups()).createBackup);
export const listBackups = whenCalled(async () => (await backups()).listBackups);
export const verifyBackup = whenCalled(async () => (await backups()).verifyBackup);
export const restoreDatabaseByHand = whenCalled(
  async () => (await import('./backups/restore-database-by-hand.ts')).restoreDatabaseByHand,
);
export const takeGitSnapshot = whenCalled(async () => (await gitSnapshots()).takeGitSnapshot);
export const listGitSnapshots = whenCalled(async () => (await gitSnapshots()).listGitSnapshots);
export const createPluginByHand = whenCalled(async () => (await plugins()).createPluginByHand);
export const checkPlugins = whenCalled(async () => (await plugins()).checkPlugins);
export const listPlugins = whenCalled(async () => (await plugins()).listPlugins);
export const buildProject = whenCalled(
  async () => (await import('./build/build-project.ts')).buildProject,
);
export const examineProject = whenCalled(
  async () => (await import('./doctor/examine-project.ts')).examineProject,
);
export const adoptProjectTree = whenCalled(
  async () => (await import('./adopt-project-tree.ts')).adoptProjectTree,
);
export const migrateProject = whenCalled(
  async () => (await import('./migrate-project.ts')).migrateProject,
);
export const isProject = whenCalled(async () => (await service()).isProject);
export const readBuildInfo = whenCalled(async () => (await service()).readBuildInfo);
export const updateEligibility = whenCalled(async () => (await service()).updateEligibility);
export const findNearest = whenCalled(async () => (await import('@galley/settings')).findNearest);
export const buildOpenApi = whenCalled(async () => (await import('@galley/contract')).buildOpenApi);
export const listMetrics = whenCalled(async () => {
  const { contentServerMetrics } = await import('./metric-definitions.ts');
  return () => contentServerMetrics;
});
