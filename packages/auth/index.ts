export { changeAccount } from './account-changes.ts';
export { AccountLinks } from './account-links.ts';
export type { Account, AccountToLink } from './account-read-model.ts';
export type { RevokedTokens } from './account-repository.ts';
export { AuditReadModel, type AuditEntry, type AuditFilters } from './audit-read-model.ts';
export { applyGroupRoles } from './apply-group-roles.ts';
export { AuditRepository } from './audit-repository.ts';
export { Argon2Hasher, type PasswordHasher } from './password-hash.ts';
export { PeopleReadModel, type OpenAccounts, type PeopleCounts } from './people-read-model.ts';
export { Passkeys } from './passkeys.ts';
export type { Passkey } from './passkey-repository.ts';
export type { PasskeyAddition, PasskeyAssertion, PasskeySite } from './passkey-verification.ts';
export { describeDevice, parseDevice, rangeOf } from './device.ts';
export { CalendarFeedRepository } from './calendar-feed-repository.ts';
export { EmailChanges } from './email-changes.ts';
export { KnownDeviceRepository } from './known-device-repository.ts';
export {
  OwnAccountRepository,
  type NoticeChoice,
  type NoticeChoices,
  type PersonToNotify,
} from './own-account-repository.ts';
export { PasswordService } from './password-service.ts';
export { authProblems } from './problems.ts';
export { GroupService, type GroupAttributes, type GroupWithMembers } from './group-service.ts';
export type { ProvisionedGroup } from './provisioned-group-repository.ts';
export type { DirectoryAttributes, Page, ProvisionedUser } from './provisioned-user-read-model.ts';
export type {
  ComparisonOperator,
  ProvisioningFilter,
  ProvisioningQuery,
} from './provisioning-filter.ts';
export type { ProvisioningCaller } from './provisioning-rules.ts';
export { ProvisioningService, type ProvisioningOptions } from './provisioning-service.ts';
export { IdentityService, type ListedIdentity } from './providers/identity-service.ts';
export type { AttemptPurpose } from './providers/attempt-repository.ts';
export { RefusedByChecksError } from './providers/provider-client.ts';
export { ProviderSignIns, type Finished } from './providers/provider-sign-ins.ts';
export { normalizeRoleName } from './role-rules.ts';
export { RoleService } from './role-service.ts';
export { deriveKey, Sealer } from './sealing.ts';
export { isEmailAddress } from './new-account.ts';
export { SecondFactors } from './second-factors.ts';
export { SessionRepository } from './session-repository.ts';
export { SessionService, type SessionRecord } from './session-service.ts';
export { SetupService } from './setup-service.ts';
export { SignInLinks } from './sign-in-links.ts';
export { SignInService, type SignedIn } from './sign-in-service.ts';
export { SignInThrottle } from './sign-in-throttle.ts';
export { ServiceAccountReadModel } from './service-account-read-model.ts';
export { ServiceAccountService } from './service-account-service.ts';
export type { ServiceAccount } from './service-account.ts';
export type { ListedToken } from './token-overview-read-model.ts';
export type { TokenRecord } from './token-repository.ts';
export { TokenService } from './token-service.ts';
export { TokenWarnings } from './token-warnings.ts';
export { UserNamesReadModel, type UserNames } from './user-names-read-model.ts';
export {
  UserPictureRepository,
  type KnownPicture,
  type PictureHashes,
} from './user-picture-repository.ts';
export { UserRepository } from './user-repository.ts';
export { UserService } from './user-service.ts';
export { isUsername, normalizeUsername } from './username.ts';
