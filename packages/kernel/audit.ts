/** GAP-SET-8 and additions. */
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
  'password.send_link',
  'password.forgotten',
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
  'webhook.create',
  'webhook.save',
  'webhook.replace_secret',
  'webhook.delete',
  'webhook.test',
  'webhook.resend',
  'mail.test',
  'mail.resend',
  'example.remove',
  'backup.create',
  'backup.restore',
  'backup.download',
  'backup.delete',
  'backup.git_snapshot',
  'operations.rebuild',
  'content_folder.adopt',
  'content.import',
  'import.upload',
  'import.start',
  'import.cancel',
  'run.create',
  'run.start',
  'run.pause',
  'run.resume',
  'run.stop',
  'run.force-stop',
  'run.reopen',
  'run.budget',
  'run.approve',
  'run.reject',
  'run.answer',
  'run.message',
  'task.create',
  'task.update',
  'task.cancel',
  'task.reopen',
  'task.assign',
  'task.take-over',
  'turn.stop',
  'memory.delete',
  'proposal.accept',
  'proposal.reject',
  'proposal.request_revision',
  'proposal.comment',
  'proposal.rollback',
  'proposal.merge',
  'worker_token.create',
  'worker_token.revoke',
  'mcp_client.connect',
  'mcp_client.revoke',
  'mcp_client.reuse',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** Contains no passwords, codes or tokens. */
export interface AuditEvent {
  readonly action: AuditAction;
  /** User name, `galley` for Galley itself, or empty if unknown. */
  readonly actor: string;
  /** Document path, user name or token id; may be empty. */
  readonly target: string;
  readonly outcome: 'success' | 'denied';
  readonly address: string;
  /** Empty outside HTTP requests. */
  readonly requestId: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditLog {
  record(event: AuditEvent): Promise<void>;
}
