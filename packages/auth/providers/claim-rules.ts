import { administratorRole } from '../role-rules.ts';
import type { ProviderClaims, SignInProvider } from './sign-in-provider.ts';

/** By the mapping; `undefined` when no entry applies (ADD-SSO-5). */
export function mapRole(
  { roles, defaultRole }: SignInProvider,
  { groups }: Pick<ProviderClaims, 'groups'>,
): string | undefined {
  return roles.find(({ group }) => groups.includes(group))?.role ?? safeDefault(defaultRole);
}

/** Role of an account that a first sign-in creates; `undefined` creates none (ADD-SSO-3). */
export function roleOfNewAccount(
  provider: SignInProvider,
  claims: ProviderClaims,
): string | undefined {
  const { createAccounts, groups } = provider;
  if (!createAccounts || !isWithinDomains(provider, claims)) return undefined;
  if (groups.length > 0 && !groups.some((group) => claims.groups.includes(group))) return undefined;
  return mapRole(provider, claims);
}

/** Whether the address may identify an account: only a verified one, within the domains (ADD-SSO-3). */
export function mayLinkByEmail(provider: SignInProvider, claims: ProviderClaims): boolean {
  return (
    provider.linkByEmail &&
    claims.email !== '' &&
    claims.emailVerified &&
    isWithinDomains(provider, claims)
  );
}

/** ADD-SSO-6 */
export function hasSecondFactor(
  { secondFactor }: SignInProvider,
  { authentication }: ProviderClaims,
): boolean {
  return authentication.some((value) => secondFactor.includes(value));
}

function isWithinDomains({ domains }: SignInProvider, claims: ProviderClaims): boolean {
  if (domains.length === 0) return true;
  const domain = claims.email.slice(claims.email.lastIndexOf('@') + 1).toLowerCase();
  return claims.emailVerified && domains.includes(domain);
}

/** Only an entry of `roles` makes administrators. */
function safeDefault(role: string | undefined): string | undefined {
  return role === administratorRole ? undefined : role;
}

/** User names to try, best first. */
export function* usernamesFor({ preferredUsername, email }: ProviderClaims): Generator<string> {
  const base =
    [preferredUsername, email]
      .map((text) =>
        text
          .split('@', 1)[0]!
          .toLowerCase()
          .normalize('NFKD')
          .replace(/[^a-z0-9._-]/g, '')
          .replace(/^[._-]+/, '')
          .slice(0, 56),
      )
      .find((name) => name !== '') ?? 'person';
  yield base;
  for (let number = 2; number < 100; number += 1) yield `${base}-${number}`;
}
