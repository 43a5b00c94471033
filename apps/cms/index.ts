export { administerUsers, type Administered, type UserAdministration } from './administer-users.ts';
export type { Check, DiagnosedFinding, Diagnosis } from './doctor/check.ts';
export { examineProject, type ExamineProjectOptions } from './doctor/examine-project.ts';
export { cmsProblems } from './problems.ts';
export { createProject } from './project.ts';
export { serve, type RunningServer, type ServeOptions } from './serve.ts';
export { buildOpenApi } from '@galley/contract';
export { createLogger, parseLogSettings } from '@galley/logging';
export { isProject, readBuildInfo, type BuildInfo } from '@galley/service';
