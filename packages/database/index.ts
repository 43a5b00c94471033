export {
  withAdvisoryLock,
  tryWithAdvisoryLock,
  withUnlimitedAdvisoryLock,
} from './advisory-lock.ts';
export { isConnectionError } from './connection-error.ts';
export { connectionLimit } from './connection-limit.ts';
export { currentUser } from './current-user.ts';
export type { DatabaseAddress } from './database-address.ts';
export {
  openDatabase,
  type Database,
  type DatabaseHandle,
  type DatabaseOptions,
  type PoolMeasures,
  type Transaction,
} from './database.ts';
export { attachEmbeddedServer, type EmbeddedServer } from './embedded/embedded-server.ts';
export type { NewFieldColumns } from './document-columns.ts';
export { EventConsumer, type EventConsumerOptions } from './events/event-consumer.ts';
export { DomainEventRepository, eventWrites } from './events/domain-event-repository.ts';
export { EventCursorRepository } from './events/event-cursor-repository.ts';
export { grantApplication } from './grant-application.ts';
export { guardedTables } from './guarded-tables.ts';
export { inspectDatabase, type DatabaseInspection } from './inspect-database.ts';
export { inspectServer, tablesOutOfReach, type ServerInspection } from './inspect-server.ts';
export { migrateToLatest } from './migrate.ts';
export { migrations } from './migrations/index.ts';
export type { MediaRow, MediaTrashTable } from './media-schema.ts';
export { NotificationListener, type NotificationListenerOptions } from './notification-listener.ts';
export { listServiceHolders } from './service-holders.ts';
export { withSnapshot, exportSnapshot } from './snapshot.ts';
export { withOwnConnection } from './own-connection.ts';
export { pingDatabase } from './ping.ts';
export type { PasskeyPurpose } from './passkey-schema.ts';
export type { BuildsTable, NewPublishedRow, PublishedRow } from './publishing-schema.ts';
export { databaseProblems } from './problems.ts';
export { inspectSchema, rebuildSchema, type SchemaContents } from './rebuild-schema.ts';
export { isSameDatabase } from './same-database.ts';
export type { CommentThreadsRow, CommentsRow } from './comment-schema.ts';
export type { ApprovalReceiptsRow, DocumentRow, Schema, TrashTable } from './schema.ts';
export { findSharedAccounts, listDependentAccounts } from './shared-accounts.ts';
export { guardTree, requireTree } from './tree-guard.ts';
export { treeFact, TreeIdentityRepository, type TreeRecord } from './tree-identity-repository.ts';
export { keepsSession } from './keeps-session.ts';
export { LocksInTree } from './locks-in-tree.ts';
export { writeTogether, type Write } from './write-together.ts';
export { withLockInTree, withSharedTree, withExclusiveTree } from './tree-lock.ts';
export { toColumns } from './to-columns.ts';
