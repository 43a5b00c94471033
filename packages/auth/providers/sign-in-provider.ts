/** A configured OpenID Connect provider (ADD-SSO-1). */
export interface SignInProvider {
  readonly id: string;
  readonly issuer: string;
  readonly label: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  readonly scopes: readonly string[];
  readonly linkByEmail: boolean;
  readonly createAccounts: boolean;
  readonly domains: readonly string[];
  readonly groups: readonly string[];
  readonly groupsClaim: string;
  readonly roles: readonly { readonly group: string; readonly role: string }[];
  readonly defaultRole?: string | undefined;
  readonly secondFactor: readonly string[];
  readonly signOut: boolean;
}

/** Claims of a person, from a verified ID token and the UserInfo endpoint. */
export interface ProviderClaims {
  readonly issuer: string;
  readonly subject: string;
  /** Empty without one. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly preferredUsername: string;
  readonly groups: readonly string[];
  /** `acr` and the entries of `amr`. */
  readonly authentication: readonly string[];
  readonly sid: string | undefined;
  readonly idToken: string;
}
