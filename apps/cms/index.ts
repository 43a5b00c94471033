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
export type { Check, DiagnosedFinding, Diagnosis } from './doctor/check.ts';
export { examineProject, type ExamineProjectOptions } from './doctor/examine-project.ts';
export {
  listGitSnapshots,
  takeGitSnapshot,
  type GitLogEntry,
  type GitSnapshotByHand,
} from './git-snapshots-by-hand.ts';
export { cmsProblems } from './problems.ts';
export { createProject } from './project.ts';
export { serveAsWorker } from './cluster/serve-as-worker.ts';
export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { buildOpenApi } from '@galley/contract';
export { createLogger, parseLogSettings } from '@galley/logging';
export { isProject, readBuildInfo, type BuildInfo } from '@galley/service';
