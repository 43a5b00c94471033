import type { Database, Transaction } from '@galley/database';
import type { Clock } from '@galley/kernel';
import { AccountReadModel } from '../account-read-model.ts';
import { authProblems } from '../problems.ts';
import { SecurityChangeRepository } from '../security-change-repository.ts';
import { recordSecurityChange } from '../security-events.ts';
import { IdentityRepository, type ExternalSubject, type Identity } from './identity-repository.ts';
import { LinkChangesReadModel, type LinkChangeRecord } from './link-changes-read-model.ts';
import { ProviderSessionRepository } from './provider-session-repository.ts';
import type { SignInProvider } from './sign-in-provider.ts';

export interface ListedIdentity extends Identity {
  /** Undefined for a provider that is no longer configured. */
  readonly provider: Pick<SignInProvider, 'id' | 'label'> | undefined;
}

export interface Unlinking {
  readonly id: string;
  readonly username: string;
  readonly actor: string;
  readonly keepSessionId?: string | undefined;
}

export interface Unlinked {
  readonly issuer: string;
  readonly securityVersion: number;
  /** Their sessions have ended, except the one kept. */
  readonly endedSignIns: readonly string[];
}

export interface IdentityServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly providers: readonly SignInProvider[];
  readonly requiredProvider: string | undefined;
}

/** Linked sign-ins of accounts (ADD-SSO-3, ADD-SSO-9). Callers check the authority over other users. */
export class IdentityService {
  readonly #options: IdentityServiceOptions;

  constructor(options: IdentityServiceOptions) {
    this.#options = options;
  }

  async list(username: string): Promise<ListedIdentity[]> {
    const found = await new IdentityRepository(this.#options.db).list(username);
    return found.map((identity) => ({ ...identity, provider: this.#providerOf(identity) }));
  }

  /** Newest first, at most 100. */
  listChanges(usernames: readonly string[], since: Date): Promise<LinkChangeRecord[]> {
    return new LinkChangesReadModel(this.#options.db).list(usernames, since);
  }

  /** Ends the user's other sessions. @throws `not_found`, `last_way_in` when people would lock themselves out */
  unlink({ id, username, actor, keepSessionId }: Unlinking): Promise<Unlinked> {
    const { db, clock } = this.#options;
    const at = clock.now();
    return db.transaction().execute(async (transaction) => {
      const security = new SecurityChangeRepository(transaction);
      const securityVersion = await security.begin(username, keepSessionId);
      const identities = new IdentityRepository(transaction);
      const removed = await identities.unlink({ id, username }, { actor, at });
      if (!removed || securityVersion === undefined)
        throw authProblems.not_found(`${username} has no such sign-in.`);
      if (actor === username) await this.#requireWayIn(transaction, username);
      const signIns = new ProviderSessionRepository(transaction);
      const endedSignIns = await signIns.removeOf(removed, keepSessionId);
      await recordSecurityChange(
        transaction,
        { username, actor, at },
        { change: 'sign_in_unlinked' },
      );
      return { issuer: removed.issuer, securityVersion, endedSignIns };
    });
  }

  async #requireWayIn(transaction: Transaction, username: string): Promise<void> {
    const { requiredProvider } = this.#options;
    const rest = await new IdentityRepository(transaction).list(username);
    const isUsable = rest.some((identity) => {
      const provider = this.#providerOf(identity);
      return provider && (requiredProvider === undefined || provider.id === requiredProvider);
    });
    if (isUsable) return;
    const account = await new AccountReadModel(transaction).find(username);
    if (requiredProvider === undefined && (account?.hasPassword || account?.hasPasskey)) return;
    throw authProblems.last_way_in(
      'This is your only way to sign in. Set a password or link another sign-in first.',
    );
  }

  #providerOf({ issuer }: ExternalSubject): SignInProvider | undefined {
    return this.#options.providers.find((provider) => provider.issuer === issuer);
  }
}
