/** Kinds of credentials that complete a sign-in with a password; recovery codes stand in for them. */
export const secondFactorKinds = ['totp', 'passkey'] as const;

export type SecondFactorKind = (typeof secondFactorKinds)[number];

export interface FactorState {
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
}

/** From the kinds of the `credentials` of one person. */
export function toFactorState(kinds: readonly string[] | null): FactorState {
  return {
    hasTotp: kinds?.includes('totp') ?? false,
    hasPasskey: kinds?.includes('passkey') ?? false,
  };
}

/** Sites require a second factor of everyone, a passkey of some roles (ADD-PKY-8). */
export interface FactorPolicy {
  readonly requireMfa: boolean;
  /** Roles whose people need a passkey. */
  readonly requirePasskey?: readonly string[];
}

export interface FactorsOfPerson extends FactorState {
  readonly role: string;
}

export function isPasskeyDue(
  { requirePasskey = [] }: FactorPolicy,
  { role, hasPasskey }: FactorsOfPerson,
): boolean {
  return !hasPasskey && requirePasskey.includes(role);
}

export function isMfaComplete(
  policy: FactorPolicy,
  person: FactorsOfPerson,
  factorVerified: boolean,
): boolean {
  const hasFactor = person.hasTotp || person.hasPasskey;
  const isDue = hasFactor || policy.requireMfa;
  return (factorVerified || !isDue) && !isPasskeyDue(policy, person);
}
