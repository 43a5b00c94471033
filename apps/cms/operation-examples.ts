/** What the tests of all operations send; here is no more than data, so that a new operation is one more line. */

export type Values = Readonly<Record<string, unknown>>;
export type Query = Readonly<Record<string, string>>;

export interface Example {
  readonly params?: Query;
  readonly query?: Query;
  readonly body?: Values;
  /** The file of an operation that is `multipart`. */
  readonly file?: { readonly name: string; readonly content: string };
}

/** What the examples take to be there: a draft of hers, and `password` as her password. */
export const author = 'olga';

export const password = 'another long passphrase';

/** The path of somebody's own draft. */
export function draftOf(username: string): string {
  return `posts/of-${username}.md`;
}

/** The files of a project in which each of these people has a draft, and everybody a published document. */
export function exampleFiles(usernames: readonly string[]): Record<string, string> {
  const files = {
    'content/posts/public.md': '---\ntitle: Ink\n---\n',
    [`content/${mediaPath}`]: 'Of the press.\n',
  };
  for (const username of usernames) {
    const text = `---\ntitle: Ink\nauthor: ${username}\nworkflow: draft\n---\nBlack.\n`;
    Object.assign(files, { [`content/${draftOf(username)}`]: text });
  }
  return files;
}

const path = draftOf(author);

/** A file of the media library that is there. */
export const mediaPath = 'media/press.txt';

/** What is there of runs, in a workspace of its own. */
export const exampleWork = { id: 'press', run: 'run-1', proposal: 'proposal-1' } as const;

const { id, run, proposal } = exampleWork;

/**
 * A request for each operation there is, such that anybody may send it again and again: what would make or take away
 * something for good names what is there already, is not there, or would not do.
 */
export const examples: Readonly<Record<string, Example>> = {
  'auth.login': { body: { username: 'nobody-of-that-name', password: 'wrong' } },
  'auth.logout': {},
  'auth.session': {},
  'auth.setup': { body: { token: 'none', username: 'eve', password: 'a password of eve' } },
  'sessions.confirm': { body: { password } },
  'sessions.list': {},
  'sessions.revoke': { body: { session_id: 'no-such-session' } },
  'totp.setup': { body: {} },
  'totp.enable': { body: { code: 'no digits' } },
  'totp.disable': { body: {} },
  'totp.recovery_codes': {},
  'password.change': { body: { current_password: password, new_password: 'short' } },
  'password.reset': { body: { token: 'none', new_password: 'a password of eve' } },
  'tokens.list': {},
  'tokens.create': { body: { name: 'Deployment', scopes: ['*'] } },
  'tokens.revoke': { body: { id: 'no-such-token' } },
  'users.list': {},
  'users.save': { body: { username: 'newcomer', name: 'New', email: '', role: 'powerless' } },
  'users.delete': { body: { username: 'nobody-of-that-name' } },
  'users.reset_link': { body: { username: 'reader' } },
  'roles.list': {},
  'roles.save': { body: { name: 'onlooker', capabilities: [] } },
  'roles.delete': { body: { name: 'no-such-role' } },
  'audit.list': {},
  'audit.export': { query: { format: 'csv' } },
  'backups.list': {},
  'backups.create': { body: { name: 'Press', include_media: false } },
  'backups.download': { query: { id: 'none.zip' } },
  'backups.verify': { body: { id: 'none.zip' } },
  'backups.restore': { body: { id: 'none.zip' } },
  'backups.delete': { body: { id: 'none.zip' } },
  'operations.status': {},
  'operations.rebuild': { body: {} },
  'operations.builds': {},
  'operations.build': { query: { id: 'no-such-build' } },
  'backups.git_snapshot': { body: { message: 'Before the redesign' } },
  'backups.git_log': { query: { count: '5' } },
  'plugins.list': {},
  'plugins.enable': { body: { name: 'no-such-plugin', approve_risk: true } },
  'plugins.disable': { body: { name: 'no-such-plugin' } },
  'plugins.panel': { query: { name: 'no-such-plugin' } },
  'plugins.jobs': {},
  'themes.list': {},
  'settings.sections': {},
  'settings.form': { query: { section: 'feed' } },
  'settings.save': { body: { section: 'feed', values: { 'feed.limit': 20 } } },
  'custom_fields.get': {},
  'custom_fields.save': { body: { types: {} } },
  'themes.install': { body: { source: 'no-such-theme.zip' } },
  'themes.switch': { body: { name: 'no-such-theme' } },
  'system.status': {},
  'system.capabilities': {},
  'documents.list': { query: { q: 'ink' } },
  'documents.get': { query: { path } },
  'documents.types': {},
  'documents.people': { query: { path } },
  'documents.create': {
    body: { type: 'post', lang: 'en', title: 'Ink', slug: `of-${author}`, content: 'Text\n' },
  },
  'documents.save': { body: { path, content: 'Blacker.\n' } },
  // Not the draft that others of these change: a lock would be in their way.
  'documents.lock': { body: { path: 'posts/public.md' } },
  'documents.unlock': { body: { path: 'posts/public.md' } },
  'documents.keep_working_copy': { body: { path, content: 'Black, so', base_revision: 'none' } },
  'documents.working_copy': { query: { path } },
  'documents.working_copies': {},
  'documents.discard_working_copy': { body: { path } },
  'documents.history': { query: { path } },
  'documents.revision': { query: { path, hash: '0'.repeat(64) } },
  'documents.approvals': { query: { path } },
  'documents.diff': { body: { path } },
  'documents.editorial': { body: { source_path: path, action: 'assign', assignee: '' } },
  'documents.status': { body: { path, status: 'draft' } },
  'documents.schedule': {},
  'documents.trash': {},
  'documents.delete': { body: { path, expected_revision: 'another' } },
  // It is not in the trash.
  'documents.restore': { body: { path } },
  'documents.bulk_status': { body: { paths: [path], status: 'draft' } },
  // None of them are there.
  'documents.bulk_delete': { body: { paths: ['posts/none.md'] } },
  'documents.bulk_restore': { body: { paths: ['posts/none.md'] } },
  'documents.preview': { body: { path, content: 'Blacker.\n' } },
  'documents.preview_link': { body: { path } },
  'documents.preview_links': { query: { path } },
  'documents.revoke_preview_link': { body: { id: 'no-such-link' } },
  'media.list': { query: { q: 'press' } },
  'media.get': { query: { path: mediaPath } },
  'media.folders': {},
  'media.usage': { query: { path: mediaPath } },
  // That is no drawing.
  'media.upload': { body: { path: 'media/press' }, file: { name: 'a.svg', content: '<html/>' } },
  'media.replace': {
    body: { path: mediaPath, expected_hash: 'another' },
    file: { name: 'a.txt', content: 'Of another press.' },
  },
  'media.metadata': { body: { path: mediaPath, metadata: { title: 'Press' } } },
  'media.move': { body: { path: 'media/none.txt', to: 'media/press/' } },
  'media.delete': { body: { path: 'media/none.txt' } },
  'media.restore': { body: { path: 'media/none.txt' } },
  'media.trash': {},
  'media.purge': { body: { path: '.trash/media/none.txt' } },
  'media.bulk': { body: { action: 'delete', paths: ['media/none.txt'] } },
  'media.pending': {},
  'media.review': { body: { path: mediaPath, action: 'approve', expected_hash: 'another' } },
  'media.file': { query: { path: mediaPath, version: 'public' } },
  'notifications.list': {},
  'notifications.read': { body: { all: true } },
  'aiwriter.settings': {},
  'aiwriter.generate': { body: { prompt: 'What colour is ink?' } },
  'aiwriter.usage': {},
  'platform.site': {},
  'platform.content': { query: { path: 'posts/public.md' } },
  'platform.collections': {},
  'runs.status': { params: { id: 'default' } },
  // No run is there.
  'runs.control': { params: { id: 'default', action: 'pause' }, body: { goal: '' } },
  'runs.list': { params: { id } },
  'runs.get': { params: { id, run } },
  'runs.events': { params: { id, run } },
  'tasks.list': { params: { id } },
  'proposals.list': { params: { id } },
  'proposals.get': { params: { id, proposal } },
  'proposals.accept': {
    params: { id, proposal: 'no-such-proposal' },
    body: { note: 'Well made.' },
  },
  'proposals.reject': { params: { id, proposal: 'no-such-proposal' }, body: { note: 'Grey.' } },
  'proposals.request_revision': {
    params: { id, proposal: 'no-such-proposal' },
    body: { note: 'Say where the soot is from.' },
  },
  'proposals.rollback': { params: { id, proposal: 'no-such-proposal' }, body: { note: 'Grey.' } },
  'deliberations.list': { params: { id } },
  'approvals.list': { params: { id } },
  'approvals.approve': {
    params: { id, approval: 'no-such-request' },
    body: { note: 'Well made.' },
  },
  'approvals.reject': { params: { id, approval: 'no-such-request' }, body: { note: 'Too dark.' } },
  'agents.list': { params: { id } },
  'claims.list': { params: { id } },
  'worker_tokens.list': { params: { id } },
  'worker_tokens.create': {
    params: { id },
    body: { run_id: 'no-such-run', agent_id: 'implementer-1', scopes: ['tasks:read'] },
  },
  'worker_tokens.revoke': { params: { id, token: 'no-such-token' } },
  'system.health': {},
  'system.live': {},
  'system.ready': {},
};

/** What those of them that are not answered with 200 are refused with, once they have been let in. */
export const refused: Readonly<Record<string, readonly [number, string]>> = {
  'auth.login': [401, 'invalid_credentials'],
  'auth.setup': [403, 'setup_link_invalid'],
  'totp.enable': [401, 'totp_invalid'],
  'totp.recovery_codes': [409, 'totp_not_enabled'],
  'password.change': [422, 'invalid_fields'],
  'password.reset': [403, 'reset_link_invalid'],
  'tokens.revoke': [404, 'not_found'],
  'users.delete': [404, 'not_found'],
  'roles.delete': [404, 'not_found'],
  'backups.download': [404, 'not_found'],
  'backups.verify': [404, 'not_found'],
  'backups.restore': [404, 'not_found'],
  'backups.delete': [404, 'not_found'],
  'operations.build': [404, 'not_found'],
  'plugins.enable': [404, 'plugin_not_found'],
  'plugins.disable': [404, 'plugin_not_found'],
  'plugins.panel': [404, 'plugin_not_running'],
  'themes.install': [422, 'invalid_theme_source'],
  'themes.switch': [404, 'theme_not_found'],
  'documents.create': [409, 'already_exists'],
  'documents.delete': [409, 'stale_revision'],
  'documents.restore': [404, 'not_found'],
  'documents.revision': [404, 'not_found'],
  'documents.revoke_preview_link': [404, 'not_found'],
  'media.upload': [422, 'invalid_media'],
  'media.replace': [409, 'stale_revision'],
  'media.move': [404, 'not_found'],
  'media.delete': [404, 'not_found'],
  'media.restore': [404, 'not_found'],
  'media.purge': [404, 'not_found'],
  'media.review': [404, 'not_found'],
  'runs.control': [404, 'run_not_found'],
  'proposals.accept': [404, 'proposal_not_found'],
  'proposals.reject': [404, 'proposal_not_found'],
  'proposals.request_revision': [404, 'proposal_not_found'],
  'proposals.rollback': [404, 'proposal_not_found'],
  'approvals.approve': [404, 'approval_not_found'],
  'approvals.reject': [404, 'approval_not_found'],
  'worker_tokens.create': [404, 'run_not_found'],
  'worker_tokens.revoke': [404, 'worker_token_not_found'],
};
