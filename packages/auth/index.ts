export type { AccountFields } from './new-account.ts';
export {
  argon2Hasher,
  hashPassword,
  verifyPassword,
  type PasswordHasher,
} from './password-hash.ts';
export { checkPassword } from './password-rules.ts';
export { authProblems } from './problems.ts';
export {
  SessionRepository,
  type NewSession,
  type SessionIdentity,
  type SessionRepositoryOptions,
} from './session-repository.ts';
export { SetupService } from './setup-service.ts';
export { SignInService, type SignInOptions } from './sign-in-service.ts';
export { UserRepository, type NewUser, type SignInRecord } from './user-repository.ts';
export { isUsername, normalizeUsername } from './username.ts';
