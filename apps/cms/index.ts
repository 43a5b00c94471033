export { administerUsers, type Administered, type UserAdministration } from './administer-users.ts';
export { buildProject, type BuiltProject } from './build/build-project.ts';
export {
  createBackup,
  listBackups,
  verifyBackup,
  type BackupByHand,
  type BackupVerifiedByHand,
  type WantedBackup,
} from './backups-by-hand.ts';
export type { Check, CheckStatus, DiagnosedFinding, Diagnosis } from './doctor/check.ts';
export { examineProject, type ExamineProjectOptions } from './doctor/examine-project.ts';
export {
  listGitSnapshots,
  takeGitSnapshot,
  type GitLogEntry,
  type GitSnapshotByHand,
} from './git-snapshots-by-hand.ts';
export {
  checkPlugins,
  createPluginByHand,
  listPlugins,
  type CheckedPlugin,
  type PluginByHand,
} from './plugins-by-hand.ts';
export { cmsProblems } from './problems.ts';
export { createProject } from './project.ts';
export { serveAsWorker } from './cluster/serve-as-worker.ts';
export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { migrateProject } from './migrate-project.ts';
export { buildOpenApi } from '@galley/contract';
export { createLogger, logProcessFaults, parseLogSettings } from '@galley/logging';
export { nearest } from '@galley/settings';
export { isProject, readBuildInfo, updateEligibility, type BuildInfo } from '@galley/service';
export { contentServerMetrics } from './compose-metrics.ts';
