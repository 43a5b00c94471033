export {
  buildInfoFile,
  logBuild,
  provenances,
  readBuildInfo,
  type BuildInfo,
  type Provenance,
} from './build-info.ts';
export { CleanUp } from './clean-up.ts';
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
export { loopMetrics, tellLoops } from './loop-metrics.ts';
export { housekeeping } from './housekeeping.ts';
export { composeIdentity, type Identity, type IdentityEnvironment } from './identity.ts';
export { listen, publicAddress, type ListenPlace } from './listen.ts';
export { operationRouter, rateLimitsOf, refuseUnknown, whoCalls, type ApiParts } from './api.ts';
export { buildInfoMetrics, processMetrics, tellBuildInfo, tellProcess } from './process-metrics.ts';
export { answerProbe, checkInTime, oncePerSecond, type Check, type Probe } from './probe.ts';
export { serviceProblems } from './problems.ts';
export { isProject, projectFile, requireProject } from './project-folder.ts';
export { projectSecret, secretsDirectory } from './secrets.ts';
export {
  adoptTree,
  claimTree,
  requireSameTree,
  TreeIdentity,
  type AdoptedTree,
  type TreePlace,
} from './tree-identity.ts';
export { updateEligibility, type UpdateEligibility } from './update-eligibility.ts';
