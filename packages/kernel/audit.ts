/** Every action that the audit log knows (GAP-SET-8, and those of what goes beyond the contract). */
export const auditActions = [
  'login',
  'login.failed',
  'logout',
  'session.confirm',
  'session.revoke',
  'totp.setup',
  'totp.enable',
  'totp.disable',
  'totp.recovery_codes',
  'password.change',
  'password.reset_link',
  'token.create',
  'token.revoke',
  'document.create',
  'document.save',
  'document.status',
  'document.assign',
  'document.approve',
  'document.request_changes',
  'document.delete',
  'document.restore',
  'document.lock.force',
  'document.preview_link',
  'document.preview_link.revoke',
  'media.upload',
  'media.replace',
  'media.metadata',
  'media.move',
  'media.delete',
  'media.restore',
  'media.purge',
  'media.approve',
  'media.request_changes',
  'user.save',
  'user.delete',
  'role.save',
  'role.delete',
  'theme.install',
  'theme.switch',
  'plugin.enable',
  'plugin.disable',
  'settings.save',
  'custom_fields.save',
  'backup.create',
  'backup.restore',
  'backup.download',
  'backup.delete',
  'backup.git_snapshot',
  'operations.rebuild',
  'content_folder.adopt',
  'run.start',
  'run.pause',
  'run.resume',
  'run.stop',
  'run.force-stop',
  'run.approve',
  'run.reject',
  'proposal.accept',
  'proposal.reject',
  'proposal.request_revision',
  'proposal.rollback',
  'worker_token.create',
  'worker_token.revoke',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** One thing that somebody did, or was not let do. Secrets never go in: no passwords, codes or tokens. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** User name, `galley` for Galley itself, or empty for somebody who is not known. */
  readonly actor: string;
  /** What it was done to: a document's path, a user name, a token's id; empty when there is no such thing. */
  readonly target: string;
  readonly outcome: 'success' | 'denied';
  /** IP address; empty when it did not come over the network. */
  readonly address: string;
  /** Empty when it was no HTTP request. */
  readonly requestId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Where audit events go. What was recorded cannot be changed. */
export interface AuditLog {
  record(event: AuditEvent): Promise<void>;
}
