import { currentMessages, defineMessages, knownText } from '../../lib/messages.ts';

const subjectMessages = defineMessages('auditSubject', {
  'signing-in': 'Sign-in',
  documents: 'Documents',
  media: 'Media',
  people: 'People',
  site: 'Site',
  runs: 'Runs',
});

const actionMessages = defineMessages('auditAction', {
  login: 'Signed in',
  'login.failed': 'Failed to sign in',
  logout: 'Signed out',
  'session.confirm': 'Confirmed their password',
  'session.revoke': 'Revoked sessions',
  'identity.link': 'Linked a sign-in',
  'identity.unlink': 'Removed a linked sign-in',
  'totp.setup': 'Started setting up two-factor authentication',
  'totp.enable': 'Turned on two-factor authentication',
  'totp.disable': 'Turned off two-factor authentication',
  'totp.recovery_codes': 'Created recovery codes',
  'passkey.add': 'Added a passkey',
  'passkey.rename': 'Renamed a passkey',
  'passkey.remove': 'Removed a passkey',
  'password.change': 'Changed a password',
  'password.reset_link': 'Created a password link',
  'password.send_link': 'Sent a password link by e-mail',
  'password.forgotten': 'Asked for a new password',
  'token.create': 'Created an API token',
  'token.revoke': 'Revoked an API token',
  'token.rotate': 'Rotated an API token',
  'token.end_overlap': 'Ended the old secret of an API token',
  'token.restore': 'Restored an API token',
  'service_account.save': 'Saved a service account',
  'service_account.delete': 'Deleted a service account',
  'document.create': 'Created a document',
  'document.save': 'Saved a document',
  'document.status': 'Changed the status of a document',
  'document.assign': 'Assigned a document',
  'document.deadline': 'Set the deadline of a document',
  'document.approve': 'Approved a document',
  'document.request_changes': 'Requested changes to a document',
  'document.delete': 'Deleted a document',
  'document.restore': 'Restored a document',
  'document.lock.force': 'Removed a document lock',
  'document.preview_link': 'Created a preview link',
  'document.preview_link.revoke': 'Revoked a preview link',
  'comment.delete_thread': 'Deleted a comment thread',
  'suggestion.reject': 'Rejected suggestions',
  'media.upload': 'Uploaded a media file',
  'media.replace': 'Replaced a media file',
  'media.metadata': 'Changed the details of a media file',
  'media.move': 'Moved a media file',
  'media.delete': 'Deleted a media file',
  'media.restore': 'Restored a media file',
  'media.purge': 'Permanently deleted a media file',
  'media.approve': 'Approved a media change',
  'media.request_changes': 'Requested changes to a media file',
  'user.save': 'Saved a person',
  'user.delete': 'Deleted a person',
  'group.save': 'Saved a group of the directory',
  'group.delete': 'Deleted a group of the directory',
  'account.email_confirm': 'Confirmed an e-mail address',
  'account.email_cancel': 'Withdrew a new e-mail address',
  'account.email_stop': 'Kept the earlier e-mail address',
  'account.calendar_feed_create': 'Created a calendar address',
  'account.calendar_feed_delete': 'Removed the calendar address',
  'account.save': 'Changed own time zone or notifications',
  'account.unsubscribe': 'Unsubscribed from e-mail',
  'account.export': 'Downloaded own data',
  'account.delete': 'Deleted own account',
  'user.sign_in_link': 'Created a sign-in link on the server',
  'role.save': 'Saved a role',
  'role.delete': 'Deleted a role',
  'theme.install': 'Installed a theme',
  'theme.switch': 'Switched the theme',
  'theme.rollback': 'Rolled back a theme',
  'theme.delete': 'Deleted a theme',
  'plugin.enable': 'Enabled a plugin',
  'plugin.disable': 'Disabled a plugin',
  'plugin.install': 'Installed a plugin',
  'plugin.update': 'Updated a plugin',
  'plugin.rollback': 'Rolled back a plugin',
  'plugin.delete': 'Deleted a plugin',
  'settings.save': 'Saved settings',
  'custom_fields.save': 'Saved custom fields',
  'webhook.create': 'Created a webhook',
  'webhook.save': 'Changed a webhook',
  'webhook.replace_secret': 'Replaced the secret of a webhook',
  'webhook.delete': 'Deleted a webhook',
  'webhook.test': 'Tested a webhook',
  'webhook.resend': 'Sent a webhook again',
  'mail.test': 'Sent a test message',
  'mail.resend': 'Sent a message again',
  'form_entries.delete': 'Deleted entries of a form',
  'form_entries.export': 'Downloaded entries of a form',
  'example.remove': 'Removed the example site',
  'content.import': 'Imported content',
  'import.upload': 'Uploaded a site to import',
  'import.start': 'Started an import',
  'import.cancel': 'Cancelled an import',
  'backup.create': 'Created a backup',
  'backup.restore': 'Restored a backup',
  'backup.download': 'Downloaded a backup',
  'backup.delete': 'Deleted a backup',
  'backup.git_snapshot': 'Created a Git snapshot',
  'operations.rebuild': 'Requested a site rebuild',
  'content_folder.adopt': 'Adopted a content folder',
  'run.start': 'Started a run',
  'run.pause': 'Paused a run',
  'run.resume': 'Resumed a run',
  'run.stop': 'Stopped a run',
  'run.create': 'Started another run',
  'run.reopen': 'Reopened a run',
  'run.budget': 'Changed the budget of a run',
  'run.force-stop': 'Force-stopped a run',
  'run.approve': 'Approved a request from a run',
  'run.reject': 'Rejected a request from a run',
  'run.answer': 'Answered a question of an agent',
  'run.message': 'Sent a message to an agent',
  'task.create': 'Created a task',
  'task.update': 'Edited a task',
  'task.cancel': 'Cancelled a task',
  'task.reopen': 'Reopened a task',
  'task.assign': 'Assigned a task',
  'task.take-over': 'Took over a task',
  'turn.stop': 'Stopped a turn of an agent',
  'memory.delete': 'Deleted a note of an agent',
  'proposal.accept': 'Accepted a proposal',
  'proposal.reject': 'Rejected a proposal',
  'proposal.request_revision': 'Requested a revision of a proposal',
  'proposal.comment': 'Commented on a proposal',
  'proposal.merge': 'Merged a pull request',
  'proposal.rollback': 'Rolled back a proposal',
  'worker_token.create': 'Created a worker token',
  'worker_token.revoke': 'Revoked a worker token',
  'mcp_client.connect': 'Connected an MCP client',
  'mcp_client.revoke': 'Disconnected an MCP client',
  'mcp_client.reuse': 'Ended the access of an MCP client after a token was used twice',
});

/** The first words of the actions of each subject. */
const subjects: Readonly<Record<keyof typeof subjectMessages.english, readonly string[]>> = {
  'signing-in': ['login', 'logout', 'session', 'identity', 'totp', 'passkey', 'password', 'token'],
  documents: ['document', 'comment', 'suggestion'],
  media: ['media'],
  people: ['user', 'account', 'service_account', 'group', 'role'],
  site: [
    'theme',
    'plugin',
    'settings',
    'custom_fields',
    'webhook',
    'mail',
    'form_entries',
    'example',
    'backup',
    'operations',
    'content_folder',
    'content',
    'import',
  ],
  runs: ['run', 'task', 'turn', 'memory', 'proposal', 'worker_token', 'mcp_client'],
};

export interface AuditSubject {
  readonly id: string;
  readonly label: string;
  readonly actions: readonly { readonly action: string; readonly label: string }[];
}

export function auditSubjects(): readonly AuditSubject[] {
  const names = currentMessages(subjectMessages);
  const labels = Object.entries(currentMessages(actionMessages));
  return Object.entries(subjects).map(([id, words]) => ({
    id,
    label: names[id as keyof typeof subjects],
    actions: labels
      .filter(([action]) => words.includes(action.split('.')[0]!))
      .map(([action, label]) => ({ action, label })),
  }));
}

/** An unknown action of a newer server is returned as it is. */
export const describeAction = (action: string): string =>
  knownText(actionMessages, action) ?? action;

const valueMessages = defineMessages('auditValue', { none: 'none', yes: 'yes', no: 'no' });

export function detailRows(details: Readonly<Record<string, unknown>>): [string, unknown][] {
  const { changes, settings, ...rest } = details;
  if (typeof changes !== 'object' || changes === null) return Object.entries(details);
  const isTold = Object.keys(changes).length > 0 || settings === undefined;
  return [...Object.entries(isTold ? rest : { ...rest, settings }), ...Object.entries(changes)];
}

/** Names of settings stay as in the settings file. */
export const detailName = (name: string): string =>
  name.includes('.') ? name : name.replaceAll('_', ' ');

function describeChange(details: object): string | undefined {
  if ('old' in details && 'new' in details && Object.keys(details).length === 2)
    return `${describeDetails(details.old)} → ${describeDetails(details.new)}`;
  if ('starts' in details && 'sha256' in details)
    return `${String(details.starts)}… (SHA-256 ${String(details.sha256).slice(0, 12)})`;
  return undefined;
}

/** "role: editor; created: yes; enabled: yes → no" */
export function describeDetails(details: unknown): string {
  const messages = currentMessages(valueMessages);
  if (Array.isArray(details)) return details.map(describeDetails).join(', ') || messages.none;
  if (details === null || details === '') return messages.none;
  if (typeof details === 'boolean') return details ? messages.yes : messages.no;
  if (typeof details === 'string' || typeof details === 'number') return String(details);
  if (typeof details !== 'object') return messages.none;
  const change = describeChange(details);
  if (change !== undefined) return change;
  return detailRows(details as Readonly<Record<string, unknown>>)
    .map(([name, value]: [string, unknown]) => {
      const text = describeDetails(value);
      const isPlain = value === null || typeof value !== 'object' || Array.isArray(value);
      const isSimple = isPlain || describeChange(value) !== undefined;
      return `${detailName(name)}: ${isSimple ? text : `(${text})`}`;
    })
    .join('; ');
}
