import { normalizeUsername, type SetupService } from '@galley/auth';
import { DomainError, systemActor, type AuditLog, type Logger } from '@galley/kernel';

export interface FirstAdministratorOptions {
  readonly setup: SetupService;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** With a trailing slash; `undefined` when the admin is disabled. */
  readonly adminAddress: string | undefined;
  readonly audit: AuditLog;
  readonly logger: Logger;
}

/** @throws `invalid_fields` for an invalid administrator in the environment */
export async function firstAdministrator({
  setup,
  environment,
  adminAddress,
  audit,
  logger,
}: FirstAdministratorOptions): Promise<string | undefined> {
  if (!(await setup.isNeeded())) return undefined;
  const username = environment['GALLEY_ADMIN_USERNAME'];
  const password = environment['GALLEY_ADMIN_PASSWORD'];
  if (username && password) {
    const made = await createNamed(setup, { username, password });
    if (made) await recordCreation(audit, username);
    return undefined;
  }
  if (username || password) {
    const missing = username ? 'GALLEY_ADMIN_PASSWORD' : 'GALLEY_ADMIN_USERNAME';
    logger.warn(`no administrator created from the environment: ${missing} is not set`);
  }
  return adminAddress && `${adminAddress}setup#${await setup.issueLink()}`;
}

async function createNamed(
  setup: SetupService,
  account: { username: string; password: string },
): Promise<boolean> {
  try {
    return await setup.createFromEnvironment(account);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw new DomainError(
      error.definition,
      `Cannot create an administrator from GALLEY_ADMIN_USERNAME and GALLEY_ADMIN_PASSWORD. ${error.message}`,
      error.details,
    );
  }
}

function recordCreation(audit: AuditLog, username: string): Promise<void> {
  return audit.record({
    action: 'user.save',
    actor: systemActor.username,
    target: normalizeUsername(username),
    outcome: 'success',
    address: '',
    requestId: '',
    details: { created: true, role: 'admin', by: 'environment' },
  });
}
