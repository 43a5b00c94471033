import type { ProviderClaims } from './sign-in-provider.ts';

const maxGroups = 1_000;
const maxText = 500;

type Claims = Readonly<Record<string, unknown>>;

/** Claims of wrong types count as missing. */
export function readClaims(
  claims: Claims,
  { idToken, groupsClaim }: { readonly idToken: string; readonly groupsClaim: string },
): ProviderClaims {
  const { iss, sub, email_verified: verified } = claims;
  return {
    issuer: String(iss),
    subject: String(sub),
    email: textOf(claims['email']),
    // Some providers send text (AWS Cognito).
    emailVerified: verified === true || verified === 'true',
    name: textOf(claims['name']),
    preferredUsername: textOf(claims['preferred_username']),
    groups: textsOf(claims[groupsClaim]),
    authentication: [...textsOf(claims['acr']), ...textsOf(claims['amr'])],
    sid: textOf(claims['sid']) || undefined,
    idToken,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' && value.length <= maxText && !/\p{Cc}/u.test(value)
    ? value.trim()
    : '';
}

function textsOf(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, maxGroups) : [value];
  return values.map(textOf).filter((text) => text !== '');
}
