import { workerScopes, type Authority } from '@galley/runcoord';

/** RFC 8414. */
export function authorizationServerMetadata({ issuer }: Authority, adminPath: string): object {
  const endpoint = (name: string): string => `${issuer}/${adminPath}/oauth/${name}`;
  return {
    issuer,
    authorization_endpoint: endpoint('authorize'),
    token_endpoint: endpoint('token'),
    registration_endpoint: endpoint('register'),
    revocation_endpoint: endpoint('revoke'),
    scopes_supported: workerScopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  };
}

/** RFC 9728. */
export function protectedResourceMetadata({ issuer, resource }: Authority, title: string): object {
  return {
    resource,
    resource_name: title,
    authorization_servers: [issuer],
    scopes_supported: workerScopes,
    bearer_methods_supported: ['header'],
  };
}
