import { aiUsageOperation, aiWriterSettingsOperation, generateTextOperation } from './aiwriter.ts';
import {
  createDocumentOperation,
  getDocumentOperation,
  listDocumentsOperation,
  saveDocumentOperation,
} from './documents.ts';
import { lockDocumentOperation, unlockDocumentOperation } from './locks.ts';
import { documentStatusOperation, editorialOperation } from './editorial.ts';
import { documentApprovalsOperation } from './approvals.ts';
import {
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
import { bulkMediaOperation } from './media-bulk.ts';
import { mediaFileOperation, pendingMediaOperation, reviewMediaOperation } from './media-review.ts';
import { customFieldsOperation, saveCustomFieldsOperation } from './custom-fields.ts';
import {
  saveSettingsOperation,
  settingsFormOperation,
  settingsSectionsOperation,
} from './settings.ts';
import { listNotificationsOperation, readNotificationsOperation } from './notifications.ts';
import type { Operation } from './operation.ts';
import { collectionsOperation, contentOperation, siteOperation } from './platform.ts';
import {
  previewDocumentOperation,
  previewLinkOperation,
  previewLinksOperation,
  revokePreviewLinkOperation,
} from './previews.ts';
import {
  diffDocumentsOperation,
  documentHistoryOperation,
  documentRevisionOperation,
} from './revisions.ts';
import { documentScheduleOperation } from './schedule.ts';
import {
  deleteDocumentOperation,
  documentTrashOperation,
  restoreDocumentOperation,
} from './trash.ts';
import { bulkDeleteOperation, bulkRestoreOperation, bulkStatusOperation } from './bulk.ts';
import {
  discardWorkingCopyOperation,
  keepWorkingCopyOperation,
  workingCopiesOperation,
  workingCopyOperation,
} from './working-copies.ts';
import {
  changePasswordOperation,
  recoveryCodesOperation,
  resetPasswordOperation,
  totpDisableOperation,
  totpEnableOperation,
  totpSetupOperation,
} from './factors.ts';
import {
  confirmSessionOperation,
  listSessionsOperation,
  loginOperation,
  logoutOperation,
  revokeSessionsOperation,
  sessionOperation,
  setupOperation,
} from './sessions.ts';
import { pluginJobsOperation, pluginPanelOperation } from './plugin-panels.ts';
import { disablePluginOperation, enablePluginOperation, listPluginsOperation } from './plugins.ts';
import { installThemeOperation, listThemesOperation, switchThemeOperation } from './themes.ts';
import {
  buildOperation,
  listBuildsOperation,
  operationStatusOperation,
  rebuildOperation,
} from './builds.ts';
import { gitLogOperation, gitSnapshotOperation } from './git-backups.ts';
import { createTokenOperation, listTokensOperation, revokeTokenOperation } from './tokens.ts';
import {
  deleteRoleOperation,
  deleteUserOperation,
  listRolesOperation,
  listUsersOperation,
  resetLinkOperation,
  saveRoleOperation,
  saveUserOperation,
} from './users.ts';
import {
  createBackupOperation,
  deleteBackupOperation,
  downloadBackupOperation,
  listBackupsOperation,
  restoreBackupOperation,
  verifyBackupOperation,
} from './backups.ts';
import { exportAuditOperation, listAuditOperation } from './audit.ts';
import { approveOperation, listApprovalsOperation, rejectOperation } from './run-approvals.ts';
import {
  acceptProposalOperation,
  rejectProposalOperation,
  requestRevisionOperation,
  rollBackProposalOperation,
} from './run-proposals.ts';
import { runEventsOperation } from './run-events.ts';
import {
  getProposalOperation,
  getRunOperation,
  listAgentsOperation,
  listClaimsOperation,
  listDeliberationsOperation,
  listProposalsOperation,
  listRunsOperation,
  listTasksOperation,
} from './run-records.ts';
import { controlRunOperation, runStatusOperation } from './runs.ts';
import {
  createWorkerTokenOperation,
  listWorkerTokensOperation,
  revokeWorkerTokenOperation,
} from './worker-tokens.ts';
import {
  capabilitiesOperation,
  healthOperation,
  liveOperation,
  readyOperation,
  statusOperation,
} from './system.ts';
import { documentPeopleOperation, documentTypesOperation } from './writing.ts';

/** Every operation there is: what OpenAPI, the matrix of who may call what, and the routes are held against. */
export const operations: readonly Operation[] = [
  loginOperation,
  logoutOperation,
  sessionOperation,
  setupOperation,
  confirmSessionOperation,
  listSessionsOperation,
  revokeSessionsOperation,
  totpSetupOperation,
  totpEnableOperation,
  totpDisableOperation,
  recoveryCodesOperation,
  changePasswordOperation,
  resetPasswordOperation,
  listTokensOperation,
  createTokenOperation,
  revokeTokenOperation,
  listUsersOperation,
  saveUserOperation,
  deleteUserOperation,
  resetLinkOperation,
  listRolesOperation,
  saveRoleOperation,
  deleteRoleOperation,
  listAuditOperation,
  exportAuditOperation,
  listBackupsOperation,
  createBackupOperation,
  downloadBackupOperation,
  verifyBackupOperation,
  restoreBackupOperation,
  deleteBackupOperation,
  operationStatusOperation,
  rebuildOperation,
  listBuildsOperation,
  buildOperation,
  gitSnapshotOperation,
  gitLogOperation,
  listPluginsOperation,
  enablePluginOperation,
  disablePluginOperation,
  pluginPanelOperation,
  pluginJobsOperation,
  listThemesOperation,
  installThemeOperation,
  switchThemeOperation,
  statusOperation,
  capabilitiesOperation,
  listDocumentsOperation,
  getDocumentOperation,
  documentTypesOperation,
  documentPeopleOperation,
  createDocumentOperation,
  saveDocumentOperation,
  lockDocumentOperation,
  unlockDocumentOperation,
  keepWorkingCopyOperation,
  workingCopyOperation,
  workingCopiesOperation,
  discardWorkingCopyOperation,
  documentScheduleOperation,
  documentHistoryOperation,
  documentRevisionOperation,
  documentApprovalsOperation,
  diffDocumentsOperation,
  editorialOperation,
  documentStatusOperation,
  documentTrashOperation,
  deleteDocumentOperation,
  restoreDocumentOperation,
  bulkStatusOperation,
  bulkDeleteOperation,
  bulkRestoreOperation,
  previewDocumentOperation,
  previewLinkOperation,
  previewLinksOperation,
  revokePreviewLinkOperation,
  listMediaOperation,
  mediaItemOperation,
  mediaFoldersOperation,
  uploadMediaOperation,
  replaceMediaOperation,
  mediaMetadataOperation,
  moveMediaOperation,
  deleteMediaOperation,
  restoreMediaOperation,
  mediaTrashOperation,
  purgeMediaOperation,
  mediaUsageOperation,
  bulkMediaOperation,
  pendingMediaOperation,
  reviewMediaOperation,
  mediaFileOperation,
  listNotificationsOperation,
  readNotificationsOperation,
  settingsSectionsOperation,
  settingsFormOperation,
  saveSettingsOperation,
  customFieldsOperation,
  saveCustomFieldsOperation,
  aiWriterSettingsOperation,
  generateTextOperation,
  aiUsageOperation,
  siteOperation,
  contentOperation,
  collectionsOperation,
  runStatusOperation,
  controlRunOperation,
  listRunsOperation,
  getRunOperation,
  runEventsOperation,
  listTasksOperation,
  listProposalsOperation,
  getProposalOperation,
  acceptProposalOperation,
  rejectProposalOperation,
  requestRevisionOperation,
  rollBackProposalOperation,
  listDeliberationsOperation,
  listApprovalsOperation,
  approveOperation,
  rejectOperation,
  listAgentsOperation,
  listClaimsOperation,
  listWorkerTokensOperation,
  createWorkerTokenOperation,
  revokeWorkerTokenOperation,
  healthOperation,
  liveOperation,
  readyOperation,
];
