export { isWithinRanges, parseAddressRange } from './address-ranges.ts';
export {
  capabilities,
  covers,
  may,
  narrowGrants,
  ownableCapabilities,
  reach,
  externalAuthor,
  reservedUsernames,
  systemActor,
  type Actor,
  type Capability,
  isServiceAccount,
  serviceUsername,
  withoutDecisions,
} from './actor.ts';
export { auditActions, type AuditAction, type AuditEvent, type AuditLog } from './audit.ts';
export { systemClock, type Clock } from './clock.ts';
export {
  documentFields,
  documentFilters,
  documentSorts,
  fieldNames,
  frontmatterKeys,
  propertyOf,
  type DocumentFields,
  type DocumentFilter,
  type DocumentSort,
  type FieldName,
  type FieldType,
  type FieldValues,
} from './document-fields.ts';
export {
  integrationData,
  integrationEventOf,
  integrationEvents,
  type DomainEvent,
  type DomainEventType,
  type IntegrationEvent,
  type NewDomainEvent,
} from './domain-event.ts';
export {
  faultIssue,
  faultOfIssue,
  fieldError,
  fieldErrorMessage,
  fieldErrorParts,
  fieldErrorTemplates,
  fieldFault,
  labelOf,
  withParams,
  type FieldError,
  type FieldErrorCode,
  type FieldFault,
} from './field-errors.ts';
export { canonicalJson, sha256 } from './hashing.ts';
export { newId, newSecret } from './ids.ts';
export { inBatches } from './in-batches.ts';
export { isMissing, isTemporary, replaceFile, syncFolder, temporaryIn } from './file-system.ts';
export { readLock, takeLockFile } from './lock-file.ts';
export { LogContext, logContext, withLogContext } from './log-context.ts';
export { silentLogger, type LogAttributes, type Logger } from './logger.ts';
export { addressesOf, hostOf, isHostAmong, isLoopbackHost, networkOf } from './network.ts';
export { RefusedAddressError, sendOutgoing } from './outgoing-request.ts';
export { isPublicAddress } from './public-network.ts';
export { isInPattern, mayOverlap, pathPatternSyntax } from './path-pattern.ts';
export { OnceAMinute } from './once-a-minute.ts';
export {
  defineProblems,
  DomainError,
  type ProblemDefinition,
  type ProblemFactory,
  type ProblemKind,
} from './problem.ts';
export { kernelProblems } from './problems.ts';
export { isSamePerson, withSharedAccounts, type SharedAccounts } from './same-person.ts';
export { isSecretName, redacted, redactSecrets, redactSecretsIn } from './redaction.ts';
export { memoize } from './memoize.ts';
export { storageFailureOf, type StorageCause, type StorageFailure } from './storage-failure.ts';
export { Ticker } from './ticker.ts';
export { snakeCase, toWire, type SnakeCase } from './to-wire.ts';
export { maskSecrets, valueChanges, type ValueChanges } from './value-changes.ts';
export { findPathTextFault, findSegmentFault } from './path-faults.ts';
export { isWindowsDeviceName } from './windows-names.ts';
export { countWords, readingMinutes } from './word-count.ts';
export { threadEnvironment } from './thread-environment.ts';
