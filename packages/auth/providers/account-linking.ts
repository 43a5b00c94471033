import { DomainEventRepository, type Transaction } from '@galley/database';
import { reservedUsernames, systemActor } from '@galley/kernel';
import { AccountReadModel } from '../account-read-model.ts';
import { AccountRepository } from '../account-repository.ts';
import { isEmailAddress } from '../new-account.ts';
import { OneTimeTokenRepository } from '../one-time-token-repository.ts';
import { authProblems } from '../problems.ts';
import { RoleRepository } from '../role-repository.ts';
import { administratorRole } from '../role-rules.ts';
import { recordSecurityChange } from '../security-events.ts';
import { mayLinkByEmail, roleOfNewAccount, usernamesFor } from './claim-rules.ts';
import { IdentityRepository, type LinkWay } from './identity-repository.ts';
import type { ProviderClaims, SignInProvider } from './sign-in-provider.ts';

const maxNameLength = 200;

export interface LinkedAccount {
  readonly username: string;
  /** Undefined for an account that had the identity before. */
  readonly way: LinkWay | undefined;
}

interface Link {
  readonly username: string;
  readonly claims: ProviderClaims;
  readonly way: LinkWay;
  readonly actor: string;
  readonly at: Date;
}

/** Finds the account of an identity, or links one as the provider's settings allow (ADD-SSO-3). */
export async function findOrLinkAccount(
  transaction: Transaction,
  { provider, claims, at }: { provider: SignInProvider; claims: ProviderClaims; at: Date },
): Promise<LinkedAccount | undefined> {
  const identities = new IdentityRepository(transaction);
  const known = await identities.find(claims);
  if (known) return { username: known.username, way: undefined };
  const found = await accountFor(transaction, { provider, claims, at });
  if (!found) return undefined;
  await linkAccount(transaction, { ...found, claims, actor: found.username, at });
  return found;
}

/** @throws `identity_in_use` when the identity opens another account */
export async function linkAccount(
  transaction: Transaction,
  { username, claims, way, actor, at }: Link,
): Promise<void> {
  const { issuer, subject, email } = claims;
  const identities = new IdentityRepository(transaction);
  const change = { issuer, subject, email, username, way, actor, at };
  if (await identities.link(change)) {
    if (way === 'new account') return;
    await recordSecurityChange(transaction, { username, actor, at }, { change: 'sign_in_linked' });
    return;
  }
  if ((await identities.find(claims))?.username === username) return;
  throw authProblems.identity_in_use(
    'This sign-in opens another account. Sign in to that account and remove it there first.',
  );
}

/** Consumes the invitation. @throws `sign_in_refused`, `identity_in_use` */
export async function linkInvited(
  transaction: Transaction,
  { claims, invitation, at }: { claims: ProviderClaims; invitation: Invitation; at: Date },
): Promise<LinkedAccount> {
  const { username, hash } = invitation;
  const links = new OneTimeTokenRepository(transaction);
  if (!(await links.useHash(hash, username, { now: at })))
    throw authProblems.sign_in_refused(
      'The invitation was used, has expired or was withdrawn. Ask for a new one.',
    );
  await linkAccount(transaction, { username, claims, way: 'invitation', actor: username, at });
  return { username, way: 'invitation' };
}

export interface Invitation {
  readonly username: string;
  readonly hash: string;
}

async function accountFor(
  transaction: Transaction,
  { provider, claims, at }: { provider: SignInProvider; claims: ProviderClaims; at: Date },
): Promise<{ username: string; way: LinkWay } | undefined> {
  const { email } = claims;
  const holders = email === '' ? [] : await new AccountReadModel(transaction).listByEmail(email, 2);
  const [holder] = holders;
  if (holder) {
    // A second account for the same person would defeat independence, and a new one would undo a disabled one.
    // An unconfirmed address may be one that somebody entered to take over the account of its owner.
    const isOwner = holder.isEmailVerified && holder.role !== administratorRole;
    const isOnly = holders.length === 1 && holder.enabled && isOwner;
    if (!isOnly || !mayLinkByEmail(provider, claims)) return undefined;
    return { username: holder.username, way: 'e-mail' };
  }
  const role = roleOfNewAccount(provider, claims);
  const username = role === undefined ? undefined : await create(transaction, { role, claims, at });
  return username === undefined ? undefined : { username, way: 'new account' };
}

/** `undefined` when the role does not exist. */
async function create(
  transaction: Transaction,
  { role, claims, at }: { role: string; claims: ProviderClaims; at: Date },
): Promise<string | undefined> {
  if (!(await new RoleRepository(transaction).lock(role, 'share'))) return undefined;
  const accounts = new AccountRepository(transaction);
  for (const username of usernamesFor(claims)) {
    if (reservedUsernames.has(username)) continue;
    const state = {
      name: claims.name.slice(0, maxNameLength) || username,
      // An unverified address must not identify the account to another provider.
      email: claims.emailVerified && isEmailAddress(claims.email) ? claims.email : '',
      role,
      enabled: true,
    };
    if (!(await accounts.insert(username, state, at))) continue;
    await new DomainEventRepository(transaction).append([
      {
        type: 'user.created',
        at,
        actor: systemActor.username,
        subject: username,
        data: { role, enabled: true },
      },
    ]);
    return username;
  }
  return undefined;
}
