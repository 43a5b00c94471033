import type { Account, AuditEntry, KnownPicture, SessionRecord } from '@galley/auth';
import { parseDevice, rangeOf } from '@galley/auth';
import { profilePictureAddress } from '@galley/site';

export function presentUser(user: Account, picture: KnownPicture | undefined) {
  return {
    username: user.username,
    name: user.name,
    email: user.email,
    role: user.role,
    enabled: user.enabled,
    last_login: user.lastLogin?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
    has_password: user.hasPassword,
    has_second_factor: user.hasTotp || user.hasPasskey,
    has_totp: user.hasTotp,
    has_passkey: user.hasPasskey,
    picture: picture ? profilePictureAddress(picture.hash) : null,
    picture_approved: picture?.isApproved ?? false,
  };
}

export function presentSession(session: SessionRecord) {
  const { browser, system, isHandheld } = parseDevice(session.userAgent);
  return {
    id: session.id,
    username: session.username,
    name: session.name,
    email: session.email,
    role: session.role,
    remote_addr: session.remoteAddr,
    user_agent: session.userAgent,
    browser: browser ?? null,
    system: system ?? null,
    is_handheld: isHandheld,
    network: rangeOf(session.remoteAddr),
    mfa_complete: session.mfaComplete,
    current: session.current,
    issued_at: session.issuedAt.toISOString(),
    last_seen: session.lastSeenAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
  };
}

export function presentAuditEntry(entry: AuditEntry) {
  return {
    id: entry.id,
    timestamp: entry.at.toISOString(),
    actor: entry.actor,
    action: entry.action,
    target: entry.target,
    outcome: entry.outcome,
    address: entry.address,
    request_id: entry.requestId,
    details: { ...entry.details },
  };
}
