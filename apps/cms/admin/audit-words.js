/** What the audit log records, in words for people, by subject. */
const subjects = {
  'Signing in': {
    login: 'Signed in',
    'login.failed': 'Failed to sign in',
    logout: 'Signed out',
    'session.confirm': 'Confirmed a session',
    'session.revoke': 'Ended sessions',
    'totp.setup': 'Began a second factor',
    'totp.enable': 'Turned a second factor on',
    'totp.disable': 'Turned a second factor off',
    'totp.recovery_codes': 'Made new recovery codes',
    'password.change': 'Changed a password',
    'password.reset_link': 'Made a password link',
    'token.create': 'Made an API token',
    'token.revoke': 'Ended an API token',
  },
  Documents: {
    'document.create': 'Created a document',
    'document.save': 'Saved a document',
    'document.status': 'Changed the state of a document',
    'document.assign': 'Assigned a document',
    'document.approve': 'Approved a document',
    'document.request_changes': 'Asked for changes to a document',
    'document.delete': 'Deleted a document',
    'document.restore': 'Restored a document',
    'document.lock.force': 'Broke the lock of a document',
    'document.preview_link': 'Made a preview link',
    'document.preview_link.revoke': 'Ended a preview link',
  },
  Media: {
    'media.upload': 'Uploaded media',
    'media.replace': 'Replaced media',
    'media.metadata': 'Described media',
    'media.move': 'Moved media',
    'media.delete': 'Deleted media',
    'media.restore': 'Restored media',
    'media.purge': 'Deleted media for good',
  },
  People: {
    'user.save': 'Saved a person',
    'user.delete': 'Deleted a person',
    'role.save': 'Saved a role',
    'role.delete': 'Deleted a role',
  },
  Site: {
    'theme.install': 'Installed a theme',
    'theme.switch': 'Switched the theme',
    'plugin.enable': 'Switched a plugin on',
    'plugin.disable': 'Switched a plugin off',
    'settings.save': 'Saved the settings',
    'custom_fields.save': 'Saved custom fields',
    'backup.create': 'Made a backup',
    'backup.restore': 'Restored a backup',
    'backup.download': 'Downloaded a backup',
    'backup.delete': 'Deleted a backup',
    'backup.git_snapshot': 'Made a Git snapshot',
    'operations.rebuild': 'Rebuilt the site',
  },
  Runs: {
    'run.start': 'Started a run',
    'run.pause': 'Paused a run',
    'run.resume': 'Resumed a run',
    'run.stop': 'Stopped a run',
    'run.force-stop': 'Stopped a run by force',
    'run.approve': 'Approved what a run asked for',
    'run.reject': 'Rejected what a run asked for',
    'proposal.accept': 'Accepted a proposal',
    'proposal.reject': 'Rejected a proposal',
    'proposal.request_revision': 'Asked for a revision of a proposal',
    'proposal.rollback': 'Took an accepted proposal back',
    'worker_token.create': 'Made a token for an agent',
    'worker_token.revoke': 'Revoked a token of an agent',
  },
};

/** The actions by subject, each with its words. */
export const auditSubjects = Object.entries(subjects).map(
  /** @returns {[string, [string, string][]]} */
  ([subject, actions]) => [subject, Object.entries(actions)],
);

const words = new Map(auditSubjects.flatMap(([, actions]) => actions));

/** @param {string} action */
export const actionInWords = (action) => words.get(action) ?? action;

/** Details of an entry as text: "role: editor; created: yes". @param {unknown} details */
export function detailsInWords(details) {
  if (Array.isArray(details)) return details.map(detailsInWords).join(', ') || 'none';
  if (details === null || typeof details !== 'object') return plain(details);
  const parts = Object.entries(details).map(([name, value]) => {
    const text = detailsInWords(value);
    const isNested = value !== null && typeof value === 'object' && !Array.isArray(value);
    return `${name.replaceAll('_', ' ')}: ${isNested ? `(${text})` : text}`;
  });
  return parts.join('; ');
}

/** @param {unknown} value */
function plain(value) {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
