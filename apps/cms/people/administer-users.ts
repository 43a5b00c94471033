import { userInfo } from 'node:os';
import { normalizeUsername } from '@galley/auth';
import type { Database } from '@galley/database';
import { systemActor, systemClock, type AuditAction, type Logger } from '@galley/kernel';
import { ShutdownStack, connectDatabase, requireProject, requireSameTree } from '@galley/service';
import { loadConfig, type Config } from '@galley/settings';
import { composePeople, type People } from './compose.ts';
import { LiveSiteSettings } from '../settings/live-site-settings.ts';
import { cmsProblems } from '../problems.ts';
import { adminAddress } from './admin-address.ts';

export interface ProjectOptions {
  readonly projectDirectory: string;
  readonly overlays: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly logger: Logger;
}

/** Called once all other input is valid. `undefined` creates a link to set a password with. */
export type ReadPassword = () => Promise<string | undefined>;

export interface NewAccountRequest {
  readonly username: string;
  readonly role: string;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly readPassword: ReadPassword;
}

export interface PasswordResetRequest {
  readonly username: string;
  readonly readPassword: ReadPassword;
  readonly removeSecondFactor: boolean;
}

export interface Administered {
  readonly username: string;
  /** Link to set the password, when none was given. */
  readonly link: string | undefined;
}

type LinkTo = (token: string, page?: 'reset' | 'sign-in') => string;

/** Works without signing in, whether or not the server runs. Audit entries name the operating system account. */
export class UserAdministration {
  readonly #people: People;
  readonly #linkTo: LinkTo;

  constructor(people: People, linkTo: LinkTo) {
    this.#people = people;
    this.#linkTo = linkTo;
  }

  /** Signs in without a password, once within 15 minutes (ADD-SSO-8). @throws `not_found` */
  async signInLink(given: string): Promise<Administered> {
    const { username, token } = await this.#people.signInLinks.issue(given);
    await this.#record('user.sign_in_link', username, {});
    return { username, link: this.#linkTo(token, 'sign-in') };
  }

  /** @throws `already_exists`, `invalid_fields` */
  async create({ readPassword, ...account }: NewAccountRequest): Promise<Administered> {
    const { users } = this.#people;
    const username = normalizeUsername(account.username);
    if ((await users.list()).some((user) => user.username === username)) {
      throw cmsProblems.already_exists(
        `User ${username} already exists. To change the password, run: galley users reset-password ${username}`,
      );
    }
    await users.requireSavable(systemActor, { ...account, username });
    const password = await readPassword();
    const { user } = await users.save(systemActor, { ...account, username, password });
    await this.#record('user.save', username, { created: true, role: user.role });
    return { username, link: password === undefined ? await this.#link(username) : undefined };
  }

  /** @throws `not_found`, `invalid_fields` */
  async resetPassword({
    username: given,
    readPassword,
    removeSecondFactor,
  }: PasswordResetRequest): Promise<Administered> {
    const { users, passwords } = this.#people;
    const { username } = await users.get(given);
    const password = await readPassword();
    if (password !== undefined) {
      await passwords.set(username, password);
      await this.#record('password.change', username, {});
    }
    const link = password === undefined ? await this.#link(username) : undefined;
    if (removeSecondFactor)
      await removeFactors(this.#people, username, (action, details) =>
        this.#record(action, username, details),
      );
    return { username, link };
  }

  async #link(username: string): Promise<string> {
    const { token } = await this.#people.passwords.issueResetLink(systemActor, username);
    await this.#record('password.reset_link', username, {});
    return this.#linkTo(token);
  }

  #record(action: AuditAction, target: string, details: object): Promise<void> {
    return this.#people.audit.record({
      action,
      actor: systemActor.username,
      target,
      outcome: 'success',
      address: '',
      requestId: '',
      details: { ...details, by: 'command line', system_user: userInfo().username },
    });
  }
}

/** The authenticator app, recovery codes and all passkeys: for a person who has lost them. */
export async function removeFactors(
  { factors, passkeys }: Pick<People, 'factors' | 'passkeys'>,
  username: string,
  record: (action: AuditAction, details: object) => Promise<void>,
): Promise<void> {
  await factors.disable({ username });
  await record('totp.disable', {});
  for (const { id, name } of await passkeys.removeAll(username, systemActor.username))
    await record('passkey.remove', { passkey: id, name });
}

export interface PeopleAtWork {
  readonly config: Config;
  readonly db: Database;
  readonly people: People;
  readonly linkTo: LinkTo;
}

export function administerUsers<T>(
  options: ProjectOptions,
  work: (users: UserAdministration) => Promise<T>,
): Promise<T> {
  return withPeople(options, ({ people, linkTo }) => work(new UserAdministration(people, linkTo)));
}

/** Migrates the database as a server start does. */
export async function withPeople<T>(
  options: ProjectOptions,
  work: (at: PeopleAtWork) => Promise<T>,
): Promise<T> {
  const { projectDirectory, logger } = options;
  requireProject(projectDirectory);
  const config = await loadConfig({ ...options, overlays: [...options.overlays], overrides: {} });
  const cleanUp = new ShutdownStack(logger);
  try {
    const { db } = await connectDatabase({ config, logger, atEnd: cleanUp.add.bind(cleanUp) });
    const { contentDirectory } = config.storage;
    await requireSameTree({ db, contentDirectory }, { needsTree: false });
    const site = await LiveSiteSettings.load(contentDirectory, logger);
    const environment = { config, db, clock: systemClock, logger };
    const people = await composePeople(environment, () => site.current());
    const admin = await adminAddress(site.current().url, config);
    const linkTo: LinkTo = (token, page = 'reset') => `${admin}/${page}#${token}`;
    return await work({ config, db, people, linkTo });
  } finally {
    await cleanUp.run();
  }
}
