export {
  buildInfoFile,
  logBuild,
  provenances,
  readBuildInfo,
  type BuildInfo,
  type Provenance,
} from './build-info.ts';
export { ShutdownStack } from './shutdown-stack.ts';
export {
  clusterDirectory,
  connectDatabase,
  connectUnchanged,
  withDatabaseOwner,
  type ConnectedDatabase,
  type ConnectOptions,
} from './connect-database.ts';
export { AllowedHosts, type AllowedHostsOptions } from './allowed-hosts.ts';
export { ConnectionLimit } from './connection-limit.ts';
export { isOpenToOthers, openDataFolder } from './data-folder.ts';
export { GalleyServer, type Certificate, type RequestListener } from './galley-server.ts';
export { loopMetrics, createLoopMetrics } from './loop-metrics.ts';
export { createCleanupJob } from './cleanup-job.ts';
export { composeIdentity, type Identity, type IdentityEnvironment } from './identity.ts';
export { listen, publicAddress, type ListenAddress } from './listen.ts';
export { operationRouter, rateLimitsOf, notFound, authenticate, type ApiParts } from './api.ts';
export {
  buildInfoMetrics,
  processMetrics,
  createBuildInfoMetrics,
  createProcessMetrics,
} from './process-metrics.ts';
export { answerProbe, checkInTime, oncePerSecond, type Check, type Probe } from './probe.ts';
export { serviceProblems } from './problems.ts';
export { isProject, projectFile, requireProject } from './project-folder.ts';
export { runInSandbox, type SandboxedCommand } from './run-in-sandbox.ts';
export {
  hasBubblewrap,
  pathsOfCommand,
  proxyPlace,
  projectSandbox,
  sandboxed,
  sandboxPlaces,
  type SandboxPlan,
} from './sandbox.ts';
export { projectSecret, secretsDirectory } from './secrets.ts';
export {
  adoptTree,
  claimTree,
  requireSameTree,
  TreeIdentity,
  type AdoptedTree,
  type TreeLocation,
} from './tree-identity.ts';
export { updateEligibility, type UpdateEligibility } from './update-eligibility.ts';
export { upgradeOf, type Upgrade } from './upgrades.ts';
