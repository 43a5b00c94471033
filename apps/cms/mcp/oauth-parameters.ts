import { OAuthError, type TokenRequest } from '@galley/runcoord';

/** Fields of a form or a query; RFC 6749, 3.1 and 3.2, allow each parameter once. */
export type Parameters = Readonly<Record<string, unknown>> | undefined;

/** Empty if missing. @throws OAuthError `invalid_request` for a repeated parameter. */
export function parameterOf(parameters: Parameters, name: string): string {
  const value = parameters?.[name] ?? '';
  if (typeof value === 'string') return value;
  throw new OAuthError('invalid_request', `Send ${name} once.`);
}

/** @throws OAuthError `invalid_request`. */
export function tokenRequestOf(parameters: Parameters): TokenRequest {
  const given = (name: string): string => parameterOf(parameters, name);
  return {
    grantType: given('grant_type'),
    clientId: given('client_id'),
    code: given('code'),
    redirectUri: given('redirect_uri'),
    codeVerifier: given('code_verifier'),
    refreshToken: given('refresh_token'),
    resource: given('resource'),
  };
}
