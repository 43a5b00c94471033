// Written by `npm run docs:reference` from packages/contract. Change it there.

import type { Download, NoInput } from '../call.ts';
import type {
  AccountConfirmEmailInput,
  AccountDeleteInput,
  AccountKeepEmailInput,
  AccountSaveInput,
  AccountUnsubscribeInput,
  AgentSessionsEventsInput,
  AgentSessionsExportInput,
  AgentSessionsGetInput,
  AgentSessionsListAnswer,
  AgentSessionsListInput,
  AgentsListAnswer,
  AgentsListInput,
  AgentsMessageInput,
  AiwriterGenerateEvent,
  AiwriterGenerateInput,
  ApprovalsApproveInput,
  ApprovalsListAnswer,
  ApprovalsListInput,
  ApprovalsRejectInput,
  AuditExportInput,
  AuditListAnswer,
  AuditListInput,
  AuthBeginAtProviderInput,
  AuthLoginInput,
  AuthSetupInput,
  AuthUseLinkInput,
  AuthVerifyFactorInput,
  BackupsCreateInput,
  BackupsDeleteInput,
  BackupsDownloadInput,
  BackupsGitLogAnswer,
  BackupsGitLogInput,
  BackupsGitSnapshotInput,
  BackupsListAnswer,
  BackupsRestoreAnswer,
  BackupsRestoreInput,
  BackupsVerifyAnswer,
  BackupsVerifyInput,
  ChangesListInput,
  ClaimsListAnswer,
  ClaimsListInput,
  CommentsAcceptInput,
  CommentsAddInput,
  CommentsEditInput,
  CommentsListInput,
  CommentsRejectInput,
  CommentsRemoveInput,
  CommentsRemoveThreadInput,
  CommentsReplyInput,
  CommentsResolveInput,
  CommentsThreadInput,
  CustomFieldsSaveInput,
  DeliberationsListAnswer,
  DeliberationsListInput,
  DeliberationsPostsAnswer,
  DeliberationsPostsInput,
  DocumentsAddressInput,
  DocumentsApprovalsAnswer,
  DocumentsApprovalsInput,
  DocumentsBulkAssignInput,
  DocumentsBulkDeleteInput,
  DocumentsBulkRestoreInput,
  DocumentsBulkStatusInput,
  DocumentsBulkTermsInput,
  DocumentsCalendarInput,
  DocumentsCreateInput,
  DocumentsDeadlineInput,
  DocumentsDeleteInput,
  DocumentsDiffInput,
  DocumentsDiscardWorkingCopyInput,
  DocumentsEditorialInput,
  DocumentsGetInput,
  DocumentsHistoryAnswer,
  DocumentsHistoryInput,
  DocumentsKeepWorkingCopyInput,
  DocumentsLinkTargetsAnswer,
  DocumentsLinkTargetsInput,
  DocumentsListInput,
  DocumentsLockInput,
  DocumentsPeopleAnswer,
  DocumentsPeopleInput,
  DocumentsPreviewInput,
  DocumentsPreviewLinkInput,
  DocumentsPreviewLinksAnswer,
  DocumentsPreviewLinksInput,
  DocumentsProposedAnswer,
  DocumentsProposedInput,
  DocumentsProposedPreviewInput,
  DocumentsRestoreAnswer,
  DocumentsRestoreInput,
  DocumentsRevisionInput,
  DocumentsRevokePreviewLinkInput,
  DocumentsSaveInput,
  DocumentsSetDeadlineInput,
  DocumentsStatusInput,
  DocumentsTranslationsAnswer,
  DocumentsTranslationsInput,
  DocumentsTrashAnswer,
  DocumentsUnlockInput,
  DocumentsWorkingCopiesAnswer,
  DocumentsWorkingCopyInput,
  FormsDeleteEntriesInput,
  FormsDeleteEntryInput,
  FormsEntriesInput,
  FormsExportInput,
  FormsListAnswer,
  IdentitiesChangesAnswer,
  IdentitiesChangesInput,
  IdentitiesLinkInput,
  IdentitiesListAnswer,
  IdentitiesListInput,
  IdentitiesUnlinkInput,
  ImportsCancelInput,
  ImportsRowsInput,
  ImportsStartInput,
  ImportsUploadInput,
  MailListInput,
  MailResendInput,
  MailTestInput,
  McpClientsConnectInput,
  McpClientsListAnswer,
  McpClientsListInput,
  McpClientsRequestInput,
  McpClientsRevokeInput,
  MediaBulkInput,
  MediaDeleteAnswer,
  MediaDeleteInput,
  MediaFileInput,
  MediaFoldersAnswer,
  MediaGetInput,
  MediaListInput,
  MediaMetadataInput,
  MediaMoveInput,
  MediaPendingAnswer,
  MediaPurgeInput,
  MediaReplaceInput,
  MediaRestoreInput,
  MediaRevertInput,
  MediaReviewAnswer,
  MediaReviewInput,
  MediaTrashAnswer,
  MediaUploadInput,
  MediaUsageInput,
  MediaVersionsAnswer,
  MediaVersionsInput,
  MemoriesDeleteInput,
  MemoriesListAnswer,
  MemoriesListInput,
  NotificationsListInput,
  NotificationsReadAnswer,
  NotificationsReadInput,
  OperationsBuildAnswer,
  OperationsBuildInput,
  OperationsBuildsAnswer,
  OperationsRebuildInput,
  PasskeysAddInput,
  PasskeysListAnswer,
  PasskeysListInput,
  PasskeysRemoveInput,
  PasskeysRenameInput,
  PasskeysSignInInput,
  PasswordChangeInput,
  PasswordForgottenInput,
  PasswordResetInput,
  PlatformCollectionsInput,
  PlatformContentInput,
  PluginsDeleteInput,
  PluginsDisableInput,
  PluginsEnableInput,
  PluginsInstallInput,
  PluginsJobsAnswer,
  PluginsJobsInput,
  PluginsListAnswer,
  PluginsPanelInput,
  PluginsPreviousInput,
  PluginsReviewInput,
  PluginsRollbackInput,
  PluginsUpdateInput,
  ProposalsAcceptInput,
  ProposalsCommentInput,
  ProposalsGetInput,
  ProposalsListAnswer,
  ProposalsListInput,
  ProposalsRejectInput,
  ProposalsRequestRevisionInput,
  ProposalsRollbackInput,
  QuestionsAnswerInput,
  QuestionsListAnswer,
  QuestionsListInput,
  RecipesListInput,
  RecipesTriggerInput,
  RolesDeleteInput,
  RolesListAnswer,
  RolesSaveInput,
  RunsBudgetInput,
  RunsControlInput,
  RunsCreateInput,
  RunsEventsInput,
  RunsForceStopInput,
  RunsGetInput,
  RunsListAnswer,
  RunsListInput,
  RunsMessagesAnswer,
  RunsMessagesInput,
  RunsPauseInput,
  RunsReopenInput,
  RunsResumeInput,
  RunsStartInput,
  RunsStatusInput,
  RunsStopInput,
  ServiceAccountsDeleteInput,
  ServiceAccountsListAnswer,
  ServiceAccountsSaveInput,
  SessionsConfirmAtProviderInput,
  SessionsConfirmInput,
  SessionsListAnswer,
  SessionsListInput,
  SessionsRevokeInput,
  SettingsFormInput,
  SettingsSaveAnswer,
  SettingsSaveInput,
  SettingsSectionsAnswer,
  TasksAssignInput,
  TasksCancelInput,
  TasksCreateInput,
  TasksListAnswer,
  TasksListInput,
  TasksReopenInput,
  TasksTakeOverInput,
  TasksUpdateInput,
  TermsListInput,
  TermsRedirectInput,
  ThemesDeleteInput,
  ThemesInstallInput,
  ThemesListAnswer,
  ThemesRollbackInput,
  ThemesScreenshotInput,
  ThemesSwitchInput,
  ThemesUploadInput,
  TokensCreateInput,
  TokensEndOverlapInput,
  TokensListAnswer,
  TokensListInput,
  TokensOverviewInput,
  TokensRestoreInput,
  TokensRevokeInput,
  TokensRevokeManyInput,
  TokensRotateInput,
  TotpDisableInput,
  TotpEnableInput,
  TotpSetupInput,
  TurnsStopInput,
  UsersApprovePictureInput,
  UsersDeleteInput,
  UsersDeletePictureInput,
  UsersListAnswer,
  UsersResetLinkInput,
  UsersSaveInput,
  UsersSaveOwnInput,
  UsersSaveOwnLanguageInput,
  UsersSaveOwnPictureInput,
  UsersSendLinkInput,
  WebhooksCreateInput,
  WebhooksDeleteInput,
  WebhooksDeliveriesInput,
  WebhooksListAnswer,
  WebhooksReplaceSecretInput,
  WebhooksResendInput,
  WebhooksSaveInput,
  WebhooksTestInput,
  WorkerTokensCreateInput,
  WorkerTokensListAnswer,
  WorkerTokensListInput,
  WorkerTokensRevokeInput,
} from './client.ts';
import type {
  AddedPasskey,
  AgentMessage,
  AgentSession,
  AgentSessionEvent,
  AgentSessionEventsPage,
  AiGenerateResponse,
  AiUsage,
  AiWriterSettings,
  ApprovalRequest,
  AuthSession,
  BackupInfo,
  BulkAssignResponse,
  BulkDeleteResponse,
  BulkMediaResponse,
  BulkRestoreResponse,
  BulkStatusResponse,
  BulkTermsResponse,
  Calendar,
  CalendarFeed,
  CapabilitiesResponse,
  Change,
  ChangesPage,
  CollectionResponse,
  CommentThreadResponse,
  CommentsResponse,
  ConfirmedEmail,
  ContentItem,
  CreatedCalendarFeed,
  CurrentImport,
  CustomFields,
  DecidedSuggestions,
  DeletedFormEntries,
  DeletedMemory,
  DocumentAddress,
  DocumentComparison,
  DocumentDeadline,
  DocumentDetail,
  DocumentRevision,
  DocumentSchedule,
  DocumentTypes,
  EditorialState,
  FilledPluginPanel,
  FormEntriesResponse,
  GitSnapshot,
  HealthResponse,
  KeptEmail,
  KeptWorkingCopy,
  LiveResponse,
  LockResponse,
  LogoutResponse,
  MailMessage,
  MailResponse,
  McpClient,
  McpClientDecision,
  McpClientRequest,
  MediaDetail,
  MediaItem,
  MediaUsage,
  NewApiToken,
  NewWebhook,
  NewWorkerToken,
  NotificationsResponse,
  OkResponse,
  OnboardingSteps,
  OperationStatus,
  OwnAccount,
  OwnPicture,
  PagedDocumentsResponse,
  PagedImportRows,
  PagedMediaResponse,
  Passkey,
  PasskeyOptions,
  PasswordChanged,
  PasswordReset,
  PluginReview,
  PreviewLinkResponse,
  PreviewResponse,
  ProposalDetail,
  ProviderAddress,
  Question,
  ReadyResponse,
  RecipeRequest,
  Recipes,
  RecoveryCodes,
  RejectedSuggestions,
  RemovedExample,
  ResetLink,
  RestoredTokens,
  RevokeResponse,
  RevokedTokens,
  Role,
  RunDetail,
  RunEvent,
  RunEventsPage,
  RunStatus,
  RunTransition,
  SentEmailLink,
  SentLink,
  ServiceAccount,
  SettingsForm,
  SetupChoices,
  SignInOptions,
  SiteImport,
  SiteInfo,
  StatusResponse,
  StoppedTurn,
  Task,
  TermsResponse,
  ThemeInfo,
  TokenLimits,
  TokenOverview,
  TotpSetupResponse,
  Unsubscribed,
  UploadedMedia,
  UserInfo,
  Webhook,
  WebhookDeliveriesResponse,
  WebhookDelivery,
  WebhookSecret,
  WorkerToken,
  WorkingCopyResponse,
} from './shapes.ts';

/** Input, answer and own problem codes of each operation, by operation id. */
export interface OperationTypes {
  'auth.login': {
    input: AuthLoginInput;
    answer: AuthSession;
    event: never;
    problems:
      | 'password_sign_in_disabled'
      | 'invalid_credentials'
      | 'totp_required'
      | 'totp_invalid'
      | 'passkey_invalid'
      | 'passkey_copied'
      | 'csrf_failed'
      | 'rate_limited'
      | 'unavailable';
  };
  'auth.logout': { input: NoInput; answer: LogoutResponse; event: never; problems: 'csrf_failed' };
  'auth.session': { input: NoInput; answer: AuthSession; event: never; problems: never };
  'auth.options': { input: NoInput; answer: SignInOptions; event: never; problems: never };
  'auth.begin_at_provider': {
    input: AuthBeginAtProviderInput;
    answer: ProviderAddress;
    event: never;
    problems:
      | 'not_found'
      | 'forbidden'
      | 'reset_link_invalid'
      | 'provider_unavailable'
      | 'csrf_failed'
      | 'rate_limited';
  };
  'auth.use_link': {
    input: AuthUseLinkInput;
    answer: AuthSession;
    event: never;
    problems: 'sign_in_link_invalid' | 'csrf_failed' | 'rate_limited';
  };
  'auth.verify_factor': {
    input: AuthVerifyFactorInput;
    answer: AuthSession;
    event: never;
    problems:
      | 'totp_required'
      | 'totp_invalid'
      | 'passkey_invalid'
      | 'passkey_copied'
      | 'totp_not_enabled'
      | 'rate_limited'
      | 'unavailable';
  };
  'auth.setup_choices': { input: NoInput; answer: SetupChoices; event: never; problems: never };
  'auth.setup': {
    input: AuthSetupInput;
    answer: AuthSession;
    event: never;
    problems: 'setup_link_invalid' | 'invalid_fields' | 'csrf_failed';
  };
  'sessions.confirm': {
    input: SessionsConfirmInput;
    answer: OkResponse;
    event: never;
    problems:
      | 'invalid_credentials'
      | 'passkey_invalid'
      | 'passkey_unverified'
      | 'passkey_copied'
      | 'rate_limited'
      | 'unavailable';
  };
  'sessions.confirm_at_provider': {
    input: SessionsConfirmAtProviderInput;
    answer: ProviderAddress;
    event: never;
    problems: 'not_found' | 'provider_unavailable';
  };
  'sessions.list': {
    input: SessionsListInput;
    answer: SessionsListAnswer;
    event: never;
    problems: 'forbidden';
  };
  'sessions.revoke': {
    input: SessionsRevokeInput;
    answer: RevokeResponse;
    event: never;
    problems: 'forbidden' | 'reauthentication_required';
  };
  'identities.list': {
    input: IdentitiesListInput;
    answer: IdentitiesListAnswer;
    event: never;
    problems: 'forbidden' | 'not_found';
  };
  'identities.link': {
    input: IdentitiesLinkInput;
    answer: ProviderAddress;
    event: never;
    problems: 'not_found' | 'provider_unavailable' | 'reauthentication_required';
  };
  'identities.unlink': {
    input: IdentitiesUnlinkInput;
    answer: OkResponse;
    event: never;
    problems: 'forbidden' | 'not_found' | 'last_way_in' | 'reauthentication_required';
  };
  'identities.changes': {
    input: IdentitiesChangesInput;
    answer: IdentitiesChangesAnswer;
    event: never;
    problems: never;
  };
  'totp.setup': {
    input: TotpSetupInput;
    answer: TotpSetupResponse;
    event: never;
    problems: 'forbidden' | 'not_found' | 'reauthentication_required';
  };
  'totp.enable': {
    input: TotpEnableInput;
    answer: RecoveryCodes;
    event: never;
    problems:
      'totp_invalid' | 'forbidden' | 'not_found' | 'reauthentication_required' | 'rate_limited';
  };
  'totp.disable': {
    input: TotpDisableInput;
    answer: OkResponse;
    event: never;
    problems: 'forbidden' | 'not_found' | 'reauthentication_required';
  };
  'totp.recovery_codes': {
    input: NoInput;
    answer: RecoveryCodes;
    event: never;
    problems: 'totp_not_enabled' | 'reauthentication_required';
  };
  'passkeys.list': {
    input: PasskeysListInput;
    answer: PasskeysListAnswer;
    event: never;
    problems: 'forbidden' | 'not_found';
  };
  'passkeys.begin': {
    input: NoInput;
    answer: PasskeyOptions;
    event: never;
    problems: 'forbidden' | 'passkeys_unavailable' | 'reauthentication_required';
  };
  'passkeys.add': {
    input: PasskeysAddInput;
    answer: AddedPasskey;
    event: never;
    problems:
      | 'passkey_invalid'
      | 'passkeys_unavailable'
      | 'invalid_fields'
      | 'forbidden'
      | 'reauthentication_required';
  };
  'passkeys.rename': {
    input: PasskeysRenameInput;
    answer: Passkey;
    event: never;
    problems: 'not_found' | 'invalid_fields';
  };
  'passkeys.remove': {
    input: PasskeysRemoveInput;
    answer: OkResponse;
    event: never;
    problems: 'not_found' | 'forbidden' | 'last_way_in' | 'reauthentication_required';
  };
  'passkeys.sign_in_options': {
    input: NoInput;
    answer: PasskeyOptions;
    event: never;
    problems: 'passkeys_unavailable' | 'csrf_failed';
  };
  'passkeys.sign_in': {
    input: PasskeysSignInInput;
    answer: AuthSession;
    event: never;
    problems:
      | 'passkey_invalid'
      | 'passkey_unverified'
      | 'passkey_copied'
      | 'passkeys_unavailable'
      | 'csrf_failed'
      | 'rate_limited'
      | 'unavailable';
  };
  'passkeys.confirm_options': {
    input: NoInput;
    answer: PasskeyOptions;
    event: never;
    problems: 'not_found' | 'passkeys_unavailable';
  };
  'password.change': {
    input: PasswordChangeInput;
    answer: PasswordChanged;
    event: never;
    problems: 'invalid_credentials' | 'invalid_fields' | 'rate_limited' | 'unavailable';
  };
  'password.forgotten': {
    input: PasswordForgottenInput;
    answer: OkResponse;
    event: never;
    problems: 'mail_not_configured' | 'csrf_failed' | 'rate_limited';
  };
  'password.reset': {
    input: PasswordResetInput;
    answer: PasswordReset;
    event: never;
    problems:
      'reset_link_invalid' | 'invalid_fields' | 'csrf_failed' | 'rate_limited' | 'unavailable';
  };
  'tokens.list': {
    input: TokensListInput;
    answer: TokensListAnswer;
    event: never;
    problems: 'forbidden';
  };
  'tokens.overview': {
    input: TokensOverviewInput;
    answer: TokenOverview;
    event: never;
    problems: 'forbidden';
  };
  'tokens.limits': { input: NoInput; answer: TokenLimits; event: never; problems: never };
  'tokens.create': {
    input: TokensCreateInput;
    answer: NewApiToken;
    event: never;
    problems: 'invalid_fields' | 'not_found' | 'forbidden' | 'reauthentication_required';
  };
  'tokens.rotate': {
    input: TokensRotateInput;
    answer: NewApiToken;
    event: never;
    problems: 'invalid_fields' | 'not_found' | 'forbidden' | 'reauthentication_required';
  };
  'tokens.end_overlap': {
    input: TokensEndOverlapInput;
    answer: OkResponse;
    event: never;
    problems: 'not_found' | 'forbidden';
  };
  'tokens.revoke': {
    input: TokensRevokeInput;
    answer: OkResponse;
    event: never;
    problems: 'not_found' | 'forbidden';
  };
  'tokens.revoke_many': {
    input: TokensRevokeManyInput;
    answer: RevokedTokens;
    event: never;
    problems: 'forbidden' | 'reauthentication_required';
  };
  'tokens.restore': {
    input: TokensRestoreInput;
    answer: RestoredTokens;
    event: never;
    problems: 'forbidden';
  };
  'service_accounts.list': {
    input: NoInput;
    answer: ServiceAccountsListAnswer;
    event: never;
    problems: never;
  };
  'service_accounts.save': {
    input: ServiceAccountsSaveInput;
    answer: ServiceAccount;
    event: never;
    problems: 'invalid_fields' | 'forbidden' | 'in_use' | 'reauthentication_required';
  };
  'service_accounts.delete': {
    input: ServiceAccountsDeleteInput;
    answer: OkResponse;
    event: never;
    problems: 'not_found' | 'forbidden' | 'in_use' | 'invalid_fields' | 'reauthentication_required';
  };
  'account.get': { input: NoInput; answer: OwnAccount; event: never; problems: never };
  'account.save': { input: AccountSaveInput; answer: OwnAccount; event: never; problems: never };
  'account.send_email_link': {
    input: NoInput;
    answer: SentEmailLink;
    event: never;
    problems: 'mail_not_configured' | 'invalid_fields' | 'rate_limited';
  };
  'account.confirm_email': {
    input: AccountConfirmEmailInput;
    answer: ConfirmedEmail;
    event: never;
    problems: 'email_link_invalid';
  };
  'account.cancel_email': { input: NoInput; answer: OwnAccount; event: never; problems: never };
  'account.keep_email': {
    input: AccountKeepEmailInput;
    answer: KeptEmail;
    event: never;
    problems: 'email_link_invalid' | 'csrf_failed' | 'rate_limited';
  };
  'account.unsubscribe': {
    input: AccountUnsubscribeInput;
    answer: Unsubscribed;
    event: never;
    problems: 'email_link_invalid' | 'csrf_failed' | 'rate_limited';
  };
  'account.export': {
    input: NoInput;
    answer: Download;
    event: never;
    problems: 'reauthentication_required';
  };
  'account.delete': {
    input: AccountDeleteInput;
    answer: OkResponse;
    event: never;
    problems: 'invalid_fields' | 'last_admin' | 'in_use' | 'reauthentication_required';
  };
  'account.calendar_feed': { input: NoInput; answer: CalendarFeed; event: never; problems: never };
  'account.create_calendar_feed': {
    input: NoInput;
    answer: CreatedCalendarFeed;
    event: never;
    problems: never;
  };
  'account.delete_calendar_feed': {
    input: NoInput;
    answer: OkResponse;
    event: never;
    problems: never;
  };
  'users.list': { input: NoInput; answer: UsersListAnswer; event: never; problems: never };
  'users.save': {
    input: UsersSaveInput;
    answer: UserInfo;
    event: never;
    problems:
      'invalid_fields' | 'forbidden' | 'last_admin' | 'unavailable' | 'reauthentication_required';
  };
  'users.save_own': {
    input: UsersSaveOwnInput;
    answer: UserInfo;
    event: never;
    problems: 'invalid_fields' | 'rate_limited' | 'reauthentication_required';
  };
  'users.save_own_picture': {
    input: UsersSaveOwnPictureInput;
    answer: OwnPicture;
    event: never;
    problems:
      | 'unsupported_media_type'
      | 'invalid_media'
      | 'payload_too_large'
      | 'storage_failed'
      | 'insufficient_storage';
  };
  'users.delete_own_picture': { input: NoInput; answer: OwnPicture; event: never; problems: never };
  'users.save_own_language': {
    input: UsersSaveOwnLanguageInput;
    answer: OkResponse;
    event: never;
    problems: never;
  };
  'users.approve_picture': {
    input: UsersApprovePictureInput;
    answer: UserInfo;
    event: never;
    problems: 'not_found' | 'forbidden';
  };
  'users.delete_picture': {
    input: UsersDeletePictureInput;
    answer: UserInfo;
    event: never;
    problems: 'not_found';
  };
  'users.delete': {
    input: UsersDeleteInput;
    answer: OkResponse;
    event: never;
    problems:
      | 'not_found'
      | 'forbidden'
      | 'last_admin'
      | 'in_use'
      | 'invalid_fields'
      | 'reauthentication_required';
  };
  'users.reset_link': {
    input: UsersResetLinkInput;
    answer: ResetLink;
    event: never;
    problems: 'not_found' | 'forbidden' | 'reauthentication_required';
  };
  'users.send_link': {
    input: UsersSendLinkInput;
    answer: SentLink;
    event: never;
    problems:
      | 'not_found'
      | 'forbidden'
      | 'invalid_fields'
      | 'mail_not_configured'
      | 'reauthentication_required';
  };
  'roles.list': { input: NoInput; answer: RolesListAnswer; event: never; problems: never };
  'roles.save': {
    input: RolesSaveInput;
    answer: Role;
    event: never;
    problems: 'invalid_fields' | 'forbidden' | 'reauthentication_required';
  };
  'roles.delete': {
    input: RolesDeleteInput;
    answer: OkResponse;
    event: never;
    problems: 'not_found' | 'in_use' | 'forbidden' | 'reauthentication_required';
  };
  'audit.list': { input: AuditListInput; answer: AuditListAnswer; event: never; problems: never };
  'audit.export': { input: AuditExportInput; answer: Download; event: never; problems: never };
  'backups.list': { input: NoInput; answer: BackupsListAnswer; event: never; problems: never };
  'backups.create': {
    input: BackupsCreateInput;
    answer: BackupInfo;
    event: never;
    problems: 'backup_running' | 'backup_failed' | 'insufficient_storage';
  };
  'backups.download': {
    input: BackupsDownloadInput;
    answer: Download;
    event: never;
    problems: 'not_found' | 'reauthentication_required';
  };
  'backups.delete': {
    input: BackupsDeleteInput;
    answer: OkResponse;
    event: never;
    problems: 'not_found' | 'reauthentication_required';
  };
  'backups.restore': {
    input: BackupsRestoreInput;
    answer: BackupsRestoreAnswer;
    event: never;
    problems:
      | 'not_found'
      | 'invalid_archive'
      | 'identity_required'
      | 'invalid_identity'
      | 'insufficient_storage'
      | 'backup_failed'
      | 'backup_running'
      | 'restore_running'
      | 'restore_failed'
      | 'tree_fixed'
      | 'security_settings_change'
      | 'reauthentication_required';
  };
  'backups.verify': {
    input: BackupsVerifyInput;
    answer: BackupsVerifyAnswer;
    event: never;
    problems:
      | 'not_found'
      | 'invalid_archive'
      | 'identity_required'
      | 'invalid_identity'
      | 'insufficient_storage'
      | 'backup_running';
  };
  'backups.git_snapshot': {
    input: BackupsGitSnapshotInput;
    answer: GitSnapshot;
    event: never;
    problems: 'git_unusable' | 'backup_failed' | 'insufficient_storage';
  };
  'backups.git_log': {
    input: BackupsGitLogInput;
    answer: BackupsGitLogAnswer;
    event: never;
    problems: 'git_unusable';
  };
  'imports.current': { input: NoInput; answer: CurrentImport; event: never; problems: never };
  'imports.upload': {
    input: ImportsUploadInput;
    answer: SiteImport;
    event: never;
    problems:
      | 'import_source_unreadable'
      | 'import_format_unclear'
      | 'import_running'
      | 'storage_failed'
      | 'insufficient_storage';
  };
  'imports.rows': {
    input: ImportsRowsInput;
    answer: PagedImportRows;
    event: never;
    problems: 'not_found';
  };
  'imports.start': {
    input: ImportsStartInput;
    answer: SiteImport;
    event: never;
    problems: 'not_found' | 'import_not_ready' | 'import_running' | 'reauthentication_required';
  };
  'imports.cancel': {
    input: ImportsCancelInput;
    answer: OkResponse;
    event: never;
    problems: 'not_found' | 'import_running';
  };
  'operations.status': { input: NoInput; answer: OperationStatus; event: never; problems: never };
  'operations.rebuild': {
    input: OperationsRebuildInput;
    answer: OkResponse;
    event: never;
    problems: never;
  };
  'operations.builds': {
    input: NoInput;
    answer: OperationsBuildsAnswer;
    event: never;
    problems: never;
  };
  'operations.build': {
    input: OperationsBuildInput;
    answer: OperationsBuildAnswer;
    event: never;
    problems: 'not_found';
  };
  'plugins.list': { input: NoInput; answer: PluginsListAnswer; event: never; problems: never };
  'plugins.enable': {
    input: PluginsEnableInput;
    answer: OkResponse;
    event: never;
    problems:
      | 'plugin_not_found'
      | 'invalid_plugin'
      | 'approval_of_risk_required'
      | 'reauthentication_required';
  };
  'plugins.disable': {
    input: PluginsDisableInput;
    answer: OkResponse;
    event: never;
    problems: 'plugin_not_found';
  };
  'plugins.review': {
    input: PluginsReviewInput;
    answer: PluginReview;
    event: never;
    problems:
      | 'invalid_archive'
      | 'invalid_plugin'
      | 'plugin_built_in'
      | 'payload_too_large'
      | 'unsupported_media_type';
  };
  'plugins.install': {
    input: PluginsInstallInput;
    answer: PluginReview;
    event: never;
    problems:
      | 'invalid_archive'
      | 'invalid_plugin'
      | 'plugin_built_in'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'plugin_exists'
      | 'plugin_change_running'
      | 'plugins_not_written'
      | 'reauthentication_required';
  };
  'plugins.update': {
    input: PluginsUpdateInput;
    answer: PluginReview;
    event: never;
    problems:
      | 'invalid_archive'
      | 'invalid_plugin'
      | 'plugin_built_in'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'plugin_not_found'
      | 'plugin_changes_not_confirmed'
      | 'approval_of_risk_required'
      | 'plugin_change_running'
      | 'plugins_not_written'
      | 'reauthentication_required';
  };
  'plugins.previous': {
    input: PluginsPreviousInput;
    answer: PluginReview;
    event: never;
    problems: 'plugin_not_found' | 'plugin_built_in' | 'no_previous_version' | 'invalid_plugin';
  };
  'plugins.rollback': {
    input: PluginsRollbackInput;
    answer: PluginReview;
    event: never;
    problems:
      | 'plugin_built_in'
      | 'no_previous_version'
      | 'invalid_plugin'
      | 'plugin_not_found'
      | 'plugin_changes_not_confirmed'
      | 'approval_of_risk_required'
      | 'plugin_change_running'
      | 'plugins_not_written'
      | 'reauthentication_required';
  };
  'plugins.delete': {
    input: PluginsDeleteInput;
    answer: OkResponse;
    event: never;
    problems:
      | 'plugin_not_found'
      | 'plugin_built_in'
      | 'plugin_enabled'
      | 'plugin_change_running'
      | 'plugins_not_written'
      | 'reauthentication_required';
  };
  'plugins.panel': {
    input: PluginsPanelInput;
    answer: FilledPluginPanel;
    event: never;
    problems: 'plugin_not_running' | 'plugin_failed' | 'plugin_timeout';
  };
  'plugins.jobs': {
    input: PluginsJobsInput;
    answer: PluginsJobsAnswer;
    event: never;
    problems: never;
  };
  'themes.list': { input: NoInput; answer: ThemesListAnswer; event: never; problems: never };
  'themes.screenshot': {
    input: ThemesScreenshotInput;
    answer: Download;
    event: never;
    problems: 'theme_not_found';
  };
  'themes.install': {
    input: ThemesInstallInput;
    answer: ThemeInfo;
    event: never;
    problems:
      | 'already_exists'
      | 'theme_install_running'
      | 'invalid_archive'
      | 'invalid_theme'
      | 'invalid_theme_source'
      | 'themes_not_written'
      | 'upstream_failed'
      | 'upstream_timeout'
      | 'reauthentication_required';
  };
  'themes.switch': {
    input: ThemesSwitchInput;
    answer: OkResponse;
    event: never;
    problems:
      | 'theme_not_found'
      | 'invalid_theme'
      | 'invalid_theme_settings'
      | 'invalid_site_settings'
      | 'settings_not_written'
      | 'reauthentication_required';
  };
  'themes.upload': {
    input: ThemesUploadInput;
    answer: ThemeInfo;
    event: never;
    problems:
      | 'already_exists'
      | 'theme_install_running'
      | 'invalid_archive'
      | 'invalid_theme'
      | 'themes_not_written'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'storage_failed'
      | 'insufficient_storage'
      | 'reauthentication_required';
  };
  'themes.rollback': {
    input: ThemesRollbackInput;
    answer: ThemeInfo;
    event: never;
    problems:
      | 'theme_not_found'
      | 'theme_built_in'
      | 'no_previous_version'
      | 'invalid_theme'
      | 'theme_install_running'
      | 'themes_not_written'
      | 'reauthentication_required';
  };
  'themes.delete': {
    input: ThemesDeleteInput;
    answer: OkResponse;
    event: never;
    problems:
      | 'theme_not_found'
      | 'theme_built_in'
      | 'theme_in_use'
      | 'theme_install_running'
      | 'themes_not_written'
      | 'reauthentication_required';
  };
  'settings.sections': {
    input: NoInput;
    answer: SettingsSectionsAnswer;
    event: never;
    problems: 'invalid_site_settings' | 'invalid_configuration' | 'invalid_plugin_settings';
  };
  'settings.form': {
    input: SettingsFormInput;
    answer: SettingsForm;
    event: never;
    problems:
      'not_found' | 'invalid_site_settings' | 'invalid_configuration' | 'invalid_plugin_settings';
  };
  'settings.save': {
    input: SettingsSaveInput;
    answer: SettingsSaveAnswer;
    event: never;
    problems:
      | 'not_found'
      | 'invalid_fields'
      | 'stale_revision'
      | 'settings_not_editable'
      | 'settings_not_written'
      | 'invalid_site_settings'
      | 'invalid_configuration'
      | 'invalid_plugin_settings'
      | 'reauthentication_required';
  };
  'custom_fields.get': {
    input: NoInput;
    answer: CustomFields;
    event: never;
    problems: 'invalid_custom_fields';
  };
  'custom_fields.save': {
    input: CustomFieldsSaveInput;
    answer: OkResponse;
    event: never;
    problems:
      | 'invalid_fields'
      | 'stale_revision'
      | 'settings_not_editable'
      | 'settings_not_written'
      | 'invalid_custom_fields';
  };
  'onboarding.steps': { input: NoInput; answer: OnboardingSteps; event: never; problems: never };
  'onboarding.remove_example': {
    input: NoInput;
    answer: RemovedExample;
    event: never;
    problems: 'forbidden' | 'settings_not_written' | 'stale_revision' | 'invalid_site_settings';
  };
  'system.status': { input: NoInput; answer: StatusResponse; event: never; problems: never };
  'system.capabilities': {
    input: NoInput;
    answer: CapabilitiesResponse;
    event: never;
    problems: never;
  };
  'system.health': { input: NoInput; answer: HealthResponse; event: never; problems: never };
  'system.live': { input: NoInput; answer: LiveResponse; event: never; problems: never };
  'system.ready': { input: NoInput; answer: ReadyResponse; event: never; problems: never };
  'documents.list': {
    input: DocumentsListInput;
    answer: PagedDocumentsResponse;
    event: never;
    problems: never;
  };
  'documents.get': {
    input: DocumentsGetInput;
    answer: DocumentDetail;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.create': {
    input: DocumentsCreateInput;
    answer: DocumentDetail;
    event: never;
    problems:
      | 'invalid_path'
      | 'already_exists'
      | 'invalid_fields'
      | 'check_failed'
      | 'approval_required'
      | 'illegal_transition'
      | 'invalid_schedule'
      | 'storage_failed'
      | 'insufficient_storage';
  };
  'documents.save': {
    input: DocumentsSaveInput;
    answer: DocumentDetail;
    event: never;
    problems:
      | 'invalid_path'
      | 'not_found'
      | 'stale_revision'
      | 'document_locked'
      | 'approval_required'
      | 'illegal_transition'
      | 'invalid_schedule'
      | 'invalid_fields'
      | 'check_failed'
      | 'frontmatter_broken'
      | 'frontmatter_not_editable';
  };
  'documents.types': { input: NoInput; answer: DocumentTypes; event: never; problems: never };
  'documents.people': {
    input: DocumentsPeopleInput;
    answer: DocumentsPeopleAnswer;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.address': {
    input: DocumentsAddressInput;
    answer: DocumentAddress;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.translations': {
    input: DocumentsTranslationsInput;
    answer: DocumentsTranslationsAnswer;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.link_targets': {
    input: DocumentsLinkTargetsInput;
    answer: DocumentsLinkTargetsAnswer;
    event: never;
    problems: never;
  };
  'documents.lock': {
    input: DocumentsLockInput;
    answer: LockResponse;
    event: never;
    problems: 'invalid_path' | 'not_found' | 'document_locked';
  };
  'documents.unlock': {
    input: DocumentsUnlockInput;
    answer: OkResponse;
    event: never;
    problems: 'invalid_path' | 'not_found' | 'document_locked';
  };
  'documents.keep_working_copy': {
    input: DocumentsKeepWorkingCopyInput;
    answer: KeptWorkingCopy;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.working_copy': {
    input: DocumentsWorkingCopyInput;
    answer: WorkingCopyResponse;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.working_copies': {
    input: NoInput;
    answer: DocumentsWorkingCopiesAnswer;
    event: never;
    problems: never;
  };
  'documents.discard_working_copy': {
    input: DocumentsDiscardWorkingCopyInput;
    answer: OkResponse;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.history': {
    input: DocumentsHistoryInput;
    answer: DocumentsHistoryAnswer;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.revision': {
    input: DocumentsRevisionInput;
    answer: DocumentRevision;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.diff': {
    input: DocumentsDiffInput;
    answer: DocumentComparison;
    event: never;
    problems: 'invalid_path' | 'not_found' | 'comparison_too_large';
  };
  'documents.approvals': {
    input: DocumentsApprovalsInput;
    answer: DocumentsApprovalsAnswer;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.editorial': {
    input: DocumentsEditorialInput;
    answer: EditorialState;
    event: never;
    problems:
      | 'invalid_path'
      | 'not_found'
      | 'not_independent'
      | 'not_assigned_reviewer'
      | 'stale_revision'
      | 'illegal_transition'
      | 'invalid_assignee'
      | 'frontmatter_broken'
      | 'frontmatter_not_editable';
  };
  'documents.status': {
    input: DocumentsStatusInput;
    answer: DocumentDetail;
    event: never;
    problems:
      | 'invalid_path'
      | 'not_found'
      | 'stale_revision'
      | 'approval_required'
      | 'illegal_transition'
      | 'invalid_assignee'
      | 'invalid_fields'
      | 'check_failed'
      | 'invalid_schedule'
      | 'frontmatter_broken'
      | 'frontmatter_not_editable';
  };
  'documents.schedule': { input: NoInput; answer: DocumentSchedule; event: never; problems: never };
  'documents.calendar': {
    input: DocumentsCalendarInput;
    answer: Calendar;
    event: never;
    problems: never;
  };
  'documents.deadline': {
    input: DocumentsDeadlineInput;
    answer: DocumentDeadline;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.set_deadline': {
    input: DocumentsSetDeadlineInput;
    answer: DocumentDeadline;
    event: never;
    problems: 'invalid_path' | 'not_found' | 'frontmatter_broken';
  };
  'documents.trash': {
    input: NoInput;
    answer: DocumentsTrashAnswer;
    event: never;
    problems: never;
  };
  'documents.delete': {
    input: DocumentsDeleteInput;
    answer: OkResponse;
    event: never;
    problems:
      | 'invalid_path'
      | 'not_found'
      | 'stale_revision'
      | 'document_locked'
      | 'storage_failed'
      | 'insufficient_storage';
  };
  'documents.restore': {
    input: DocumentsRestoreInput;
    answer: DocumentsRestoreAnswer;
    event: never;
    problems:
      | 'invalid_path'
      | 'not_found'
      | 'already_exists'
      | 'document_locked'
      | 'frontmatter_broken'
      | 'invalid_fields'
      | 'frontmatter_not_editable'
      | 'storage_failed'
      | 'insufficient_storage';
  };
  'documents.bulk_status': {
    input: DocumentsBulkStatusInput;
    answer: BulkStatusResponse;
    event: never;
    problems: never;
  };
  'documents.bulk_assign': {
    input: DocumentsBulkAssignInput;
    answer: BulkAssignResponse;
    event: never;
    problems: never;
  };
  'documents.bulk_terms': {
    input: DocumentsBulkTermsInput;
    answer: BulkTermsResponse;
    event: never;
    problems: never;
  };
  'documents.bulk_delete': {
    input: DocumentsBulkDeleteInput;
    answer: BulkDeleteResponse;
    event: never;
    problems: never;
  };
  'documents.bulk_restore': {
    input: DocumentsBulkRestoreInput;
    answer: BulkRestoreResponse;
    event: never;
    problems: never;
  };
  'documents.preview': {
    input: DocumentsPreviewInput;
    answer: PreviewResponse;
    event: never;
    problems:
      | 'invalid_path'
      | 'not_found'
      | 'invalid_fields'
      | 'frontmatter_broken'
      | 'frontmatter_not_editable';
  };
  'documents.proposed': {
    input: DocumentsProposedInput;
    answer: DocumentsProposedAnswer;
    event: never;
    problems: 'proposal_not_found' | 'repository_unusable';
  };
  'documents.proposed_preview': {
    input: DocumentsProposedPreviewInput;
    answer: PreviewResponse;
    event: never;
    problems:
      | 'invalid_path'
      | 'proposal_not_found'
      | 'base_not_found'
      | 'patch_does_not_apply'
      | 'repository_unusable'
      | 'not_found';
  };
  'documents.preview_link': {
    input: DocumentsPreviewLinkInput;
    answer: PreviewLinkResponse;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.preview_links': {
    input: DocumentsPreviewLinksInput;
    answer: DocumentsPreviewLinksAnswer;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'documents.revoke_preview_link': {
    input: DocumentsRevokePreviewLinkInput;
    answer: OkResponse;
    event: never;
    problems: 'not_found';
  };
  'terms.list': {
    input: TermsListInput;
    answer: TermsResponse;
    event: never;
    problems: 'invalid_fields';
  };
  'terms.redirect': {
    input: TermsRedirectInput;
    answer: OkResponse;
    event: never;
    problems:
      | 'invalid_fields'
      | 'invalid_site_settings'
      | 'settings_not_editable'
      | 'settings_not_written'
      | 'stale_revision';
  };
  'media.list': {
    input: MediaListInput;
    answer: PagedMediaResponse;
    event: never;
    problems: 'invalid_path';
  };
  'media.get': {
    input: MediaGetInput;
    answer: MediaDetail;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'media.folders': { input: NoInput; answer: MediaFoldersAnswer; event: never; problems: never };
  'media.upload': {
    input: MediaUploadInput;
    answer: UploadedMedia;
    event: never;
    problems:
      | 'invalid_path'
      | 'unsupported_media_type'
      | 'invalid_media'
      | 'storage_failed'
      | 'insufficient_storage';
  };
  'media.replace': {
    input: MediaReplaceInput;
    answer: UploadedMedia;
    event: never;
    problems:
      | 'invalid_path'
      | 'unsupported_media_type'
      | 'invalid_media'
      | 'storage_failed'
      | 'insufficient_storage'
      | 'not_found'
      | 'stale_revision';
  };
  'media.metadata': {
    input: MediaMetadataInput;
    answer: MediaItem;
    event: never;
    problems:
      | 'invalid_path'
      | 'not_found'
      | 'stale_revision'
      | 'invalid_metadata'
      | 'storage_failed'
      | 'insufficient_storage';
  };
  'media.move': {
    input: MediaMoveInput;
    answer: MediaItem;
    event: never;
    problems:
      | 'invalid_path'
      | 'not_found'
      | 'already_exists'
      | 'in_use'
      | 'unsupported_media_type'
      | 'storage_failed'
      | 'insufficient_storage';
  };
  'media.delete': {
    input: MediaDeleteInput;
    answer: MediaDeleteAnswer;
    event: never;
    problems: 'invalid_path' | 'not_found' | 'in_use' | 'storage_failed' | 'insufficient_storage';
  };
  'media.restore': {
    input: MediaRestoreInput;
    answer: MediaItem;
    event: never;
    problems:
      'invalid_path' | 'not_found' | 'already_exists' | 'storage_failed' | 'insufficient_storage';
  };
  'media.trash': { input: NoInput; answer: MediaTrashAnswer; event: never; problems: never };
  'media.purge': {
    input: MediaPurgeInput;
    answer: OkResponse;
    event: never;
    problems: 'invalid_path' | 'not_found' | 'storage_failed' | 'insufficient_storage';
  };
  'media.usage': {
    input: MediaUsageInput;
    answer: MediaUsage;
    event: never;
    problems: 'invalid_path';
  };
  'media.bulk': { input: MediaBulkInput; answer: BulkMediaResponse; event: never; problems: never };
  'media.pending': { input: NoInput; answer: MediaPendingAnswer; event: never; problems: never };
  'media.review': {
    input: MediaReviewInput;
    answer: MediaReviewAnswer;
    event: never;
    problems:
      | 'invalid_path'
      | 'not_found'
      | 'not_independent'
      | 'stale_revision'
      | 'storage_failed'
      | 'insufficient_storage';
  };
  'media.file': {
    input: MediaFileInput;
    answer: Download;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'media.versions': {
    input: MediaVersionsInput;
    answer: MediaVersionsAnswer;
    event: never;
    problems: 'invalid_path';
  };
  'media.revert': {
    input: MediaRevertInput;
    answer: MediaItem;
    event: never;
    problems:
      | 'invalid_path'
      | 'not_found'
      | 'stale_revision'
      | 'unsupported_media_type'
      | 'invalid_media'
      | 'storage_failed'
      | 'insufficient_storage';
  };
  'notifications.list': {
    input: NotificationsListInput;
    answer: NotificationsResponse;
    event: never;
    problems: never;
  };
  'notifications.read': {
    input: NotificationsReadInput;
    answer: NotificationsReadAnswer;
    event: never;
    problems: never;
  };
  'changes.list': {
    input: ChangesListInput;
    answer: ChangesPage;
    event: Change;
    problems: 'too_many_waiting' | 'unauthenticated';
  };
  'comments.list': {
    input: CommentsListInput;
    answer: CommentsResponse;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'comments.thread': {
    input: CommentsThreadInput;
    answer: CommentThreadResponse;
    event: never;
    problems: 'not_found';
  };
  'comments.add': {
    input: CommentsAddInput;
    answer: CommentThreadResponse;
    event: never;
    problems: 'invalid_path' | 'not_found' | 'invalid_fields' | 'too_many_comments';
  };
  'comments.reply': {
    input: CommentsReplyInput;
    answer: CommentThreadResponse;
    event: never;
    problems: 'not_found' | 'too_many_comments';
  };
  'comments.edit': {
    input: CommentsEditInput;
    answer: CommentThreadResponse;
    event: never;
    problems: 'not_found';
  };
  'comments.remove': {
    input: CommentsRemoveInput;
    answer: OkResponse;
    event: never;
    problems: 'not_found';
  };
  'comments.remove_thread': {
    input: CommentsRemoveThreadInput;
    answer: OkResponse;
    event: never;
    problems: 'not_found';
  };
  'comments.resolve': {
    input: CommentsResolveInput;
    answer: CommentThreadResponse;
    event: never;
    problems: 'not_found' | 'invalid_request';
  };
  'comments.accept': {
    input: CommentsAcceptInput;
    answer: DecidedSuggestions;
    event: never;
    problems:
      | 'invalid_path'
      | 'not_found'
      | 'suggestion_outdated'
      | 'stale_revision'
      | 'document_locked'
      | 'approval_required'
      | 'illegal_transition'
      | 'invalid_fields'
      | 'check_failed'
      | 'frontmatter_broken'
      | 'frontmatter_not_editable';
  };
  'comments.reject': {
    input: CommentsRejectInput;
    answer: RejectedSuggestions;
    event: never;
    problems: 'invalid_path' | 'not_found';
  };
  'forms.list': { input: NoInput; answer: FormsListAnswer; event: never; problems: never };
  'forms.entries': {
    input: FormsEntriesInput;
    answer: FormEntriesResponse;
    event: never;
    problems: 'form_not_found';
  };
  'forms.export': {
    input: FormsExportInput;
    answer: Download;
    event: never;
    problems: 'form_not_found';
  };
  'forms.delete_entry': {
    input: FormsDeleteEntryInput;
    answer: DeletedFormEntries;
    event: never;
    problems: 'form_not_found';
  };
  'forms.delete_entries': {
    input: FormsDeleteEntriesInput;
    answer: DeletedFormEntries;
    event: never;
    problems: 'form_not_found';
  };
  'webhooks.list': { input: NoInput; answer: WebhooksListAnswer; event: never; problems: never };
  'webhooks.create': {
    input: WebhooksCreateInput;
    answer: NewWebhook;
    event: never;
    problems: 'invalid_fields' | 'too_many_webhooks';
  };
  'webhooks.save': {
    input: WebhooksSaveInput;
    answer: Webhook;
    event: never;
    problems: 'invalid_fields' | 'webhook_not_found';
  };
  'webhooks.replace_secret': {
    input: WebhooksReplaceSecretInput;
    answer: WebhookSecret;
    event: never;
    problems: 'webhook_not_found';
  };
  'webhooks.delete': {
    input: WebhooksDeleteInput;
    answer: OkResponse;
    event: never;
    problems: 'webhook_not_found';
  };
  'webhooks.test': {
    input: WebhooksTestInput;
    answer: WebhookDelivery;
    event: never;
    problems: 'webhook_not_found';
  };
  'webhooks.deliveries': {
    input: WebhooksDeliveriesInput;
    answer: WebhookDeliveriesResponse;
    event: never;
    problems: 'webhook_not_found';
  };
  'webhooks.resend': {
    input: WebhooksResendInput;
    answer: OkResponse;
    event: never;
    problems: 'webhook_delivery_not_found';
  };
  'mail.list': { input: MailListInput; answer: MailResponse; event: never; problems: never };
  'mail.test': {
    input: MailTestInput;
    answer: MailMessage;
    event: never;
    problems: 'mail_not_configured' | 'invalid_fields';
  };
  'mail.resend': {
    input: MailResendInput;
    answer: OkResponse;
    event: never;
    problems: 'mail_not_configured' | 'mail_not_found' | 'mail_removed';
  };
  'aiwriter.settings': {
    input: NoInput;
    answer: AiWriterSettings;
    event: never;
    problems: 'not_found';
  };
  'aiwriter.generate': {
    input: AiwriterGenerateInput;
    answer: AiGenerateResponse;
    event: AiwriterGenerateEvent;
    problems:
      'not_found' | 'not_configured' | 'rate_limited' | 'upstream_failed' | 'upstream_timeout';
  };
  'aiwriter.usage': { input: NoInput; answer: AiUsage; event: never; problems: 'not_found' };
  'platform.site': { input: NoInput; answer: SiteInfo; event: never; problems: never };
  'platform.content': {
    input: PlatformContentInput;
    answer: ContentItem;
    event: never;
    problems: 'not_found' | 'invalid_path';
  };
  'platform.collections': {
    input: PlatformCollectionsInput;
    answer: CollectionResponse;
    event: never;
    problems: never;
  };
  'runs.status': {
    input: RunsStatusInput;
    answer: RunStatus;
    event: never;
    problems: 'store_unavailable';
  };
  'runs.control': {
    input: RunsControlInput;
    answer: RunTransition;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_transition_failed'
      | 'invalid_run_action'
      | 'run_not_found'
      | 'illegal_run_transition';
  };
  'runs.create': {
    input: RunsCreateInput;
    answer: RunTransition;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_transition_failed'
      | 'recipe_not_found'
      | 'invalid_recipe';
  };
  'runs.start': {
    input: RunsStartInput;
    answer: RunTransition;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_transition_failed'
      | 'run_not_found'
      | 'illegal_run_transition';
  };
  'runs.pause': {
    input: RunsPauseInput;
    answer: RunTransition;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_transition_failed'
      | 'run_not_found'
      | 'illegal_run_transition';
  };
  'runs.resume': {
    input: RunsResumeInput;
    answer: RunTransition;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_transition_failed'
      | 'run_not_found'
      | 'illegal_run_transition';
  };
  'runs.stop': {
    input: RunsStopInput;
    answer: RunTransition;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_transition_failed'
      | 'run_not_found'
      | 'illegal_run_transition';
  };
  'runs.force_stop': {
    input: RunsForceStopInput;
    answer: RunTransition;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_transition_failed'
      | 'run_not_found'
      | 'illegal_run_transition';
  };
  'runs.reopen': {
    input: RunsReopenInput;
    answer: RunTransition;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_transition_failed'
      | 'run_not_found'
      | 'illegal_run_transition';
  };
  'runs.budget': {
    input: RunsBudgetInput;
    answer: RunTransition;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_transition_failed'
      | 'run_not_found'
      | 'agent_not_found'
      | 'budget_too_low';
  };
  'runs.list': {
    input: RunsListInput;
    answer: RunsListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'runs.get': {
    input: RunsGetInput;
    answer: RunDetail;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable' | 'run_not_found';
  };
  'runs.events': {
    input: RunsEventsInput;
    answer: RunEventsPage;
    event: RunEvent;
    problems:
      | 'workspace_not_found'
      | 'run_not_found'
      | 'too_many_waiting'
      | 'unauthenticated'
      | 'store_unavailable';
  };
  'runs.messages': {
    input: RunsMessagesInput;
    answer: RunsMessagesAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable' | 'run_not_found';
  };
  'recipes.list': {
    input: RecipesListInput;
    answer: Recipes;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'recipes.trigger': {
    input: RecipesTriggerInput;
    answer: RecipeRequest;
    event: never;
    problems: 'invalid_webhook_token' | 'store_unavailable';
  };
  'tasks.list': {
    input: TasksListInput;
    answer: TasksListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'tasks.create': {
    input: TasksCreateInput;
    answer: Task;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_over'
      | 'run_not_found'
      | 'invalid_dependency';
  };
  'tasks.update': {
    input: TasksUpdateInput;
    answer: Task;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_over'
      | 'task_not_found'
      | 'invalid_dependency'
      | 'task_taken';
  };
  'tasks.cancel': {
    input: TasksCancelInput;
    answer: Task;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_over'
      | 'task_not_found';
  };
  'tasks.reopen': {
    input: TasksReopenInput;
    answer: Task;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_over'
      | 'task_not_found';
  };
  'tasks.take_over': {
    input: TasksTakeOverInput;
    answer: Task;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_over'
      | 'task_not_found'
      | 'status_changed';
  };
  'tasks.assign': {
    input: TasksAssignInput;
    answer: Task;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_over'
      | 'task_not_found'
      | 'agent_not_found'
      | 'status_changed'
      | 'task_waits';
  };
  'questions.list': {
    input: QuestionsListInput;
    answer: QuestionsListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'questions.answer': {
    input: QuestionsAnswerInput;
    answer: Question;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'question_not_found'
      | 'already_decided'
      | 'run_control_required'
      | 'illegal_run_transition';
  };
  'memories.list': {
    input: MemoriesListInput;
    answer: MemoriesListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'memories.delete': {
    input: MemoriesDeleteInput;
    answer: DeletedMemory;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable' | 'memory_not_found';
  };
  'turns.stop': {
    input: TurnsStopInput;
    answer: StoppedTurn;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'turn_not_found'
      | 'turn_over';
  };
  'proposals.list': {
    input: ProposalsListInput;
    answer: ProposalsListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'proposals.get': {
    input: ProposalsGetInput;
    answer: ProposalDetail;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable' | 'proposal_not_found';
  };
  'proposals.accept': {
    input: ProposalsAcceptInput;
    answer: ProposalDetail;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'proposal_not_found'
      | 'store_unavailable'
      | 'own_request'
      | 'illegal_proposal_decision'
      | 'patch_changed'
      | 'proposal_applying'
      | 'repository_missing'
      | 'repository_unusable'
      | 'no_branch'
      | 'uncommitted_changes'
      | 'decision_undone'
      | 'base_not_found'
      | 'patch_does_not_apply'
      | 'invalid_patch'
      | 'base_moved'
      | 'no_hunks_chosen'
      | 'unknown_hunks';
  };
  'proposals.reject': {
    input: ProposalsRejectInput;
    answer: ProposalDetail;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'proposal_not_found'
      | 'store_unavailable'
      | 'own_request'
      | 'illegal_proposal_decision'
      | 'patch_changed'
      | 'proposal_applying';
  };
  'proposals.request_revision': {
    input: ProposalsRequestRevisionInput;
    answer: ProposalDetail;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'proposal_not_found'
      | 'store_unavailable'
      | 'own_request'
      | 'illegal_proposal_decision'
      | 'patch_changed'
      | 'proposal_applying'
      | 'note_required'
      | 'line_not_in_patch';
  };
  'proposals.comment': {
    input: ProposalsCommentInput;
    answer: ProposalDetail;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'proposal_not_found'
      | 'store_unavailable'
      | 'proposal_closed'
      | 'patch_changed'
      | 'line_not_in_patch';
  };
  'proposals.rollback': {
    input: ProposalsRollbackInput;
    answer: ProposalDetail;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'proposal_not_found'
      | 'store_unavailable'
      | 'repository_missing'
      | 'repository_unusable'
      | 'no_branch'
      | 'uncommitted_changes'
      | 'decision_undone'
      | 'not_applied'
      | 'changed_since';
  };
  'deliberations.list': {
    input: DeliberationsListInput;
    answer: DeliberationsListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'deliberations.posts': {
    input: DeliberationsPostsInput;
    answer: DeliberationsPostsAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable' | 'deliberation_not_found';
  };
  'approvals.list': {
    input: ApprovalsListInput;
    answer: ApprovalsListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'approvals.approve': {
    input: ApprovalsApproveInput;
    answer: ApprovalRequest;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'approval_not_found'
      | 'own_request'
      | 'already_decided'
      | 'patch_changed'
      | 'store_unavailable';
  };
  'approvals.reject': {
    input: ApprovalsRejectInput;
    answer: ApprovalRequest;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'approval_not_found'
      | 'own_request'
      | 'already_decided'
      | 'patch_changed'
      | 'store_unavailable';
  };
  'agents.list': {
    input: AgentsListInput;
    answer: AgentsListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'agents.message': {
    input: AgentsMessageInput;
    answer: AgentMessage;
    event: never;
    problems:
      | 'idempotency_key_required'
      | 'idempotency_key_reuse'
      | 'idempotency_in_progress'
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_not_found'
      | 'run_over'
      | 'agent_not_found';
  };
  'claims.list': {
    input: ClaimsListInput;
    answer: ClaimsListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'agent_sessions.list': {
    input: AgentSessionsListInput;
    answer: AgentSessionsListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'agent_sessions.get': {
    input: AgentSessionsGetInput;
    answer: AgentSession;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable' | 'session_not_found';
  };
  'agent_sessions.events': {
    input: AgentSessionsEventsInput;
    answer: AgentSessionEventsPage;
    event: AgentSessionEvent;
    problems:
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'session_not_found'
      | 'too_many_waiting'
      | 'unauthenticated';
  };
  'agent_sessions.export': {
    input: AgentSessionsExportInput;
    answer: Download;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable' | 'session_not_found';
  };
  'worker_tokens.list': {
    input: WorkerTokensListInput;
    answer: WorkerTokensListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'worker_tokens.create': {
    input: WorkerTokensCreateInput;
    answer: NewWorkerToken;
    event: never;
    problems:
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'run_not_found'
      | 'agent_not_found'
      | 'reauthentication_required';
  };
  'worker_tokens.revoke': {
    input: WorkerTokensRevokeInput;
    answer: WorkerToken;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable' | 'worker_token_not_found';
  };
  'mcp_clients.list': {
    input: McpClientsListInput;
    answer: McpClientsListAnswer;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable';
  };
  'mcp_clients.request': {
    input: McpClientsRequestInput;
    answer: McpClientRequest;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable' | 'invalid_authorization_request';
  };
  'mcp_clients.connect': {
    input: McpClientsConnectInput;
    answer: McpClientDecision;
    event: never;
    problems:
      | 'workspace_not_found'
      | 'store_unavailable'
      | 'invalid_authorization_request'
      | 'agent_not_found'
      | 'run_not_found'
      | 'reauthentication_required';
  };
  'mcp_clients.revoke': {
    input: McpClientsRevokeInput;
    answer: McpClient;
    event: never;
    problems: 'workspace_not_found' | 'store_unavailable' | 'mcp_client_not_found';
  };
}

export type OperationId = keyof OperationTypes;
