export type { Account } from './account-read-model.ts';
export type { RevokedTokens } from './account-repository.ts';
export { AuditReadModel, type AuditEntry, type AuditFilters } from './audit-read-model.ts';
export { AuditRepository } from './audit-repository.ts';
export type { AccountFields } from './new-account.ts';
export { Argon2Hasher, type PasswordHasher } from './password-hash.ts';
export { checkPassword } from './password-rules.ts';
export { PeopleReadModel, type OpenAccounts, type PeopleCounts } from './people-read-model.ts';
export { PasswordService } from './password-service.ts';
export { authProblems } from './problems.ts';
export type { Role } from './role-repository.ts';
export { normalizeRoleName } from './role-rules.ts';
export { RoleService } from './role-service.ts';
export { deriveKey, Sealer } from './sealing.ts';
export { SecondFactors } from './second-factors.ts';
export {
  SessionRepository,
  type NewSession,
  type SessionIdentity,
  type SessionRepositoryOptions,
} from './session-repository.ts';
export { SessionService, type SessionRecord } from './session-service.ts';
export { SetupService } from './setup-service.ts';
export { SignInService, type SignedIn, type SignInOptions } from './sign-in-service.ts';
export { SignInThrottle } from './sign-in-throttle.ts';
export type { TokenRecord } from './token-repository.ts';
export { TokenService } from './token-service.ts';
export { UserNamesReadModel } from './user-names-read-model.ts';
export { UserRepository, type NewUser } from './user-repository.ts';
export { UserService, type UserFields } from './user-service.ts';
export { isUsername, normalizeUsername } from './username.ts';
