export { axeViolations } from './browser/axe-violations.ts';
export { shoot } from './browser/shoot.ts';
export { TestBrowser, type TestPage, type TestPageOptions } from './browser/test-browser.ts';
export {
  disagreements,
  lostEdits,
  type Facts,
  type ObservedEdit,
  type ObservedSave,
} from './agreement.ts';
export { ChatEndpoint, contentEvent, writing, type EndpointReply } from './chat-endpoint.ts';
export { exposedValue, parseExposition, type ExposedMetric } from './exposition.ts';
export { createHangingDatabase } from './hanging-database.ts';
export { findChildren } from './find-children.ts';
export { answerGitHub, type TestReview } from './git-forge.ts';
export { GitRemote, remoteToken, type Intercept } from './git-remote.ts';
export { isLockAwaited, withTableHeld, withWritesHeld } from './held-locks.ts';
export { ManualClock } from './manual-clock.ts';
export { zipOf, zipOfFiles, type ZipEntry } from './hostile-zip.ts';
export {
  insertManyDocuments,
  spreadTerms,
  publishMany,
  lengthenHistory,
  nthWord,
} from './many-documents.ts';
export { insertManyNotifications } from './many-notifications.ts';
export { bareEnvironment, releaseToKeep, serverCount } from './config.ts';
export { createOwnedTestDatabase, type OwnedTestDatabase } from './owned-test-database.ts';
export { measureProcessorMs } from './processor-time.ts';
export { S3Service } from './s3-service.ts';
export { analyze, executedSteps, planSteps, statementsOf, type PlanStep } from './query-plans.ts';
export {
  restoreReleasedDatabase,
  countRows,
  fillEmptyTables,
  keepDatabase,
  migrateTo,
  type ReleasedDatabase,
} from './released-database.ts';
export { narrowings, shapeOfSchema } from './schema-shape.ts';
export { SoftPasskey, type SoftPasskeyOptions } from './soft-passkey.ts';
export { TransactionPooler } from './transaction-pooler.ts';
export { author, editor } from './people.ts';
export { Random } from './random.ts';
export type { Status } from './editorial-model/documents.ts';
export type { Answered, Newsroom, Where } from './editorial-model/newsroom.ts';
export { disabledUser, ownRoles, people } from './editorial-model/people.ts';
export type {
  Act,
  Asking,
  DiskAct,
  Planned,
  Seen,
  ExpectedRevision,
  Step,
} from './editorial-model/steps.ts';
export { Story } from './editorial-model/story.ts';
export {
  modelAnswer,
  startScriptedModel,
  type ModelReply,
  type ModelRequest,
  type ScriptedModel,
} from './scripted-model.ts';
export { RoundRobinProxy } from './round-robin-proxy.ts';
export { SecretWatch } from './secret-watch.ts';
export { createTestDatabase, onServer, type TestDatabase } from './test-database.ts';
export { tamper } from './tampering.ts';
export { temporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';
export { TestMailServer, type ReceivedMail } from './mail-server.ts';
