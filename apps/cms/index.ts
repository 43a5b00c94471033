export { administerUsers, type Administered, type UserAdministration } from './administer-users.ts';
export { readBuildInfo, type BuildInfo } from './build-info.ts';
export type { Check, DiagnosedFinding, Diagnosis } from './doctor/check.ts';
export { examineProject, type ExamineProjectOptions } from './doctor/examine-project.ts';
export { cmsProblems } from './problems.ts';
export { createProject, isProject } from './project.ts';
export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { buildOpenApi } from '@galley/contract';
export { createLogger, parseLogSettings } from '@galley/logging';
