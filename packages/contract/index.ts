export { aiUsageOperation, aiWriterSettingsOperation, generateTextOperation } from './aiwriter.ts';
export {
  collectionResponse,
  contentItem,
  createDocumentOperation,
  documentDetail,
  documentStatus,
  documentSummary,
  getDocumentOperation,
  listDocumentsOperation,
  saveDocumentOperation,
} from './documents.ts';
export { bulkDeleteOperation, bulkRestoreOperation, bulkStatusOperation } from './bulk.ts';
export { lockDocumentOperation, unlockDocumentOperation } from './locks.ts';
export { documentApprovalsOperation } from './approvals.ts';
export { documentStatusOperation, editorialOperation } from './editorial.ts';
export { documentScheduleOperation } from './schedule.ts';
export { documentPeopleOperation, documentTypesOperation } from './writing.ts';
export {
  deleteDocumentOperation,
  documentTrashOperation,
  restoreDocumentOperation,
} from './trash.ts';
export {
  deleteMediaOperation,
  listMediaOperation,
  mediaFoldersOperation,
  mediaItemOperation,
  mediaMetadataOperation,
  mediaTrashOperation,
  mediaUsageOperation,
  moveMediaOperation,
  purgeMediaOperation,
  replaceMediaOperation,
  restoreMediaOperation,
  uploadMediaOperation,
} from './media.ts';
export { bulkMediaOperation } from './media-bulk.ts';
export { mediaFileOperation, pendingMediaOperation, reviewMediaOperation } from './media-review.ts';
export { listNotificationsOperation, readNotificationsOperation } from './notifications.ts';
export { customFieldsOperation, saveCustomFieldsOperation } from './custom-fields.ts';
export {
  saveSettingsOperation,
  settingsFormOperation,
  settingsSectionsOperation,
} from './settings.ts';
export { basePath, buildOpenApi, type OpenApiOptions } from './openapi.ts';
export {
  defineOperation,
  fillPath,
  type Access,
  type Audited,
  type AnswerOf,
  type Base,
  type BodyOf,
  type Operation,
  type RecentConfirmation,
  type ParamsOf,
  type QueryOf,
} from './operation.ts';
export { operations } from './operations.ts';
export { collectionsOperation, contentOperation, siteOperation } from './platform.ts';
export {
  previewDocumentOperation,
  previewLinkOperation,
  previewLinksOperation,
  revokePreviewLinkOperation,
} from './previews.ts';
export {
  authSession,
  confirmSessionOperation,
  listSessionsOperation,
  loginOperation,
  logoutOperation,
  revokeSessionsOperation,
  sessionOperation,
  setupOperation,
} from './sessions.ts';
export {
  changePasswordOperation,
  recoveryCodesOperation,
  resetPasswordOperation,
  totpDisableOperation,
  totpEnableOperation,
  totpSetupOperation,
} from './factors.ts';
export { gitLogOperation, gitSnapshotOperation } from './git-backups.ts';
export { pluginJobsOperation, pluginPanelOperation } from './plugin-panels.ts';
export { disablePluginOperation, enablePluginOperation, listPluginsOperation } from './plugins.ts';
export { installThemeOperation, listThemesOperation, switchThemeOperation } from './themes.ts';
export { createTokenOperation, listTokensOperation, revokeTokenOperation } from './tokens.ts';
export {
  deleteRoleOperation,
  deleteUserOperation,
  listRolesOperation,
  listUsersOperation,
  resetLinkOperation,
  saveRoleOperation,
  saveUserOperation,
} from './users.ts';
export {
  createBackupOperation,
  deleteBackupOperation,
  downloadBackupOperation,
  listBackupsOperation,
  restoreBackupOperation,
  verifyBackupOperation,
} from './backups.ts';
export { exportAuditOperation, listAuditOperation } from './audit.ts';
export {
  diffDocumentsOperation,
  documentHistoryOperation,
  documentRevisionOperation,
} from './revisions.ts';
export { approveOperation, listApprovalsOperation, rejectOperation } from './run-approvals.ts';
export {
  acceptProposalOperation,
  rejectProposalOperation,
  requestRevisionOperation,
  rollBackProposalOperation,
} from './run-proposals.ts';
export { runEventsOperation } from './run-events.ts';
export {
  getProposalOperation,
  getRunOperation,
  listAgentsOperation,
  listClaimsOperation,
  listDeliberationsOperation,
  listProposalsOperation,
  listRunsOperation,
  listTasksOperation,
} from './run-records.ts';
export { controlRunOperation, runActions, runStatus, runStatusOperation } from './runs.ts';
export { problemDocument, text } from './shapes.ts';
export {
  createWorkerTokenOperation,
  listWorkerTokensOperation,
  revokeWorkerTokenOperation,
  workerScopes,
} from './worker-tokens.ts';
export {
  discardWorkingCopyOperation,
  keepWorkingCopyOperation,
  workingCopiesOperation,
  workingCopyOperation,
} from './working-copies.ts';
export {
  capabilitiesOperation,
  healthOperation,
  liveOperation,
  readyOperation,
  statusOperation,
  type HealthResponse,
  type LiveResponse,
  type ReadyResponse,
} from './system.ts';
export {
  buildOperation,
  listBuildsOperation,
  operationStatusOperation,
  rebuildOperation,
} from './builds.ts';
