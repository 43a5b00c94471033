import type { ListedToken, ServiceAccount, TokenRecord } from '@galley/auth';

export function presentToken(token: TokenRecord) {
  const { previous } = token;
  return {
    id: token.id,
    username: token.username,
    name: token.name,
    scopes: [...token.scopes],
    created_by: token.createdBy,
    created_at: token.createdAt.toISOString(),
    expires_at: token.expiresAt.toISOString(),
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
    last_used_addr: token.lastUsedAddr,
    address_ranges: [...token.addressRanges],
    rotated_at: token.rotatedAt?.toISOString() ?? null,
    previous: previous && {
      expires_at: previous.expiresAt.toISOString(),
      last_used_at: previous.lastUsedAt?.toISOString() ?? null,
    },
  };
}

export function presentListedToken({ ownerName, isOwnerEnabled, ...token }: ListedToken) {
  return { ...presentToken(token), owner_name: ownerName, owner_enabled: isOwnerEnabled };
}

export function presentServiceAccount(account: ServiceAccount) {
  return {
    username: account.username,
    name: account.name,
    description: account.description,
    role: account.role,
    enabled: account.enabled,
    responsible: account.responsible,
    responsible_role: account.responsibleRole,
    created_by: account.createdBy,
    created_at: account.createdAt.toISOString(),
    tokens: account.tokens,
    last_used_at: account.lastUsedAt?.toISOString() ?? null,
    holders: [...account.holders],
  };
}
