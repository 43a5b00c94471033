/** Settings that one form shows together; all of them stand in one file. */
export interface SectionPlan {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** `site`: config/site.yaml in the content tree. `server`: galley.yaml. */
  readonly file: 'site' | 'server';
  /** Keys of the file, or groups of them: `feed` is all that is below it. */
  readonly settings: readonly string[];
}

/** Every section that is neither of a plugin nor of a theme (GAP-SET-1), in the order in which they are shown. */
export const sectionPlans: readonly SectionPlan[] = [
  {
    id: 'site',
    name: 'Site',
    description: 'What the site is called, its languages, menus and old addresses.',
    file: 'site',
    settings: [
      'title',
      'description',
      'url',
      'language',
      'languages',
      'time_zone',
      'menu',
      'menus',
      'redirects',
    ],
  },
  {
    id: 'server',
    name: 'Server',
    description: 'How the server works, what it keeps in memory, and how it notices edits on disk.',
    file: 'server',
    settings: [
      'server.workers',
      'server.cache',
      'server.shutdown_delay',
      'server.shutdown_timeout',
      'content.watch',
      'content.poll_interval',
      'limits.json_body',
      'limits.document_body',
      'limits.public_requests_per_minute',
      'site.stale_if_error',
      'limits.connections_per_address',
    ],
  },
  {
    id: 'build',
    name: 'Build',
    description: 'The static output of the site.',
    file: 'server',
    settings: ['build'],
  },
  {
    id: 'content',
    name: 'Content',
    description: 'The kinds of documents, what they may hold, and how they are listed.',
    file: 'site',
    settings: ['content', 'html', 'paging', 'search'],
  },
  {
    id: 'taxonomies',
    name: 'Taxonomies',
    description: 'What documents are ordered by, such as tags and categories.',
    file: 'site',
    settings: ['taxonomies'],
  },
  {
    id: 'editorial',
    name: 'Editorial',
    description: 'How documents come to be public.',
    file: 'site',
    settings: ['editorial'],
  },
  {
    id: 'media',
    name: 'Media',
    description: 'Pictures and other files.',
    file: 'server',
    settings: ['limits.upload'],
  },
  {
    id: 'backup',
    name: 'Backup',
    description: 'Backups that are made by themselves, and how long backups are kept.',
    file: 'server',
    settings: ['backup.on_change', 'backup.debounce', 'backup.interval', 'backup.retention'],
  },
  {
    id: 'seo',
    name: 'Search engines',
    description: 'What search engines and networks are told of the site.',
    file: 'site',
    settings: ['seo', 'robots'],
  },
  {
    id: 'feed',
    name: 'Feeds',
    description: 'What readers can subscribe to.',
    file: 'site',
    settings: ['feed'],
  },
  {
    id: 'security',
    name: 'Security',
    description: 'Sessions and the second factor.',
    file: 'server',
    settings: ['security.session_ttl', 'security.session_absolute_ttl', 'security.require_mfa'],
  },
  {
    id: 'plugin:aiwriter',
    name: 'AI writer',
    description: 'How the AI writer asks for texts, and how much each person may ask for.',
    file: 'server',
    settings: [
      'plugins.aiwriter.model',
      'plugins.aiwriter.max_tokens',
      'plugins.aiwriter.max_tokens_parameter',
      'plugins.aiwriter.temperature',
      'plugins.aiwriter.timeout',
      'plugins.aiwriter.requests_per_minute',
      'plugins.aiwriter.tokens_per_day',
    ],
  },
];

export interface LeftOut {
  readonly file: SectionPlan['file'];
  readonly settings: readonly string[];
  readonly reason: string;
}

/** What no form changes; it is changed where the server runs, or in a place of its own. */
export const leftOutOfForms: readonly LeftOut[] = [
  {
    file: 'site',
    settings: ['theme'],
    reason: 'Themes are switched where they are listed: there it is tried first.',
  },
  {
    file: 'site',
    settings: ['theme_settings'],
    reason: 'Each theme with settings has a section of its own.',
  },
  {
    file: 'site',
    settings: ['params'],
    reason: 'Themes and templates read there whatever they like.',
  },
  {
    file: 'server',
    settings: ['server.host', 'server.port', 'server.allowed_hosts', 'admin'],
    reason: 'A slip would leave nobody a way back to the form.',
  },
  {
    file: 'server',
    settings: ['limits.sign_in_requests_per_minute', 'limits.session_requests_per_minute'],
    reason: 'Too low a limit would keep everybody from the form that could raise it.',
  },
  {
    file: 'server',
    settings: ['server.trusted_proxies'],
    reason: 'Whoever is trusted here says what address a request comes from.',
  },
  {
    file: 'server',
    settings: ['backup.git'],
    reason: 'Whoever decides where snapshots are brought to is shown the token for it.',
  },
  {
    file: 'server',
    settings: ['database', 'security.encryption_key'],
    reason: 'They hold secrets, or decide where data is.',
  },
  {
    file: 'server',
    settings: ['storage', 'backup.directory'],
    reason: 'Where files are is for whoever runs the machine.',
  },
  {
    file: 'server',
    settings: ['audit'],
    reason: 'What it removes is evidence, and gone for good.',
  },
  {
    file: 'server',
    settings: ['coordinator'],
    reason: 'It names programs that are run, and belongs to another service.',
  },
  {
    file: 'server',
    settings: ['plugins.aiwriter.base_url'],
    reason: 'It decides to whom the key of the AI writer is sent.',
  },
];
