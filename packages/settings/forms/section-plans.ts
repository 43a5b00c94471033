/** Settings of one form, all from one file. */
export interface SectionPlan {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** `site`: config/site.yaml in the content tree. `server`: galley.yaml. */
  readonly file: 'site' | 'server';
  /** `feed` includes everything below it. */
  readonly settings: readonly string[];
}

/** Except those of plugins and themes, in display order (GAP-SET-1). */
export const sectionPlans: readonly SectionPlan[] = [
  {
    id: 'site',
    name: 'Site',
    description: 'Title, languages, menus and redirects.',
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
      'security_txt',
    ],
  },
  {
    id: 'server',
    name: 'Server',
    description: 'Processes, memory, request limits and detection of edits on disk.',
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
      'limits.form_entries_per_minute',
      'site.stale_if_error',
      'limits.connections_per_address',
    ],
  },
  {
    id: 'build',
    name: 'Build',
    description: 'Static output of the site.',
    file: 'server',
    settings: ['build'],
  },
  {
    id: 'content',
    name: 'Content',
    description: 'Content types, syntax of texts, lists and search.',
    file: 'site',
    settings: ['content', 'html', 'markdown', 'paging', 'search'],
  },
  {
    id: 'taxonomies',
    name: 'Taxonomies',
    description: 'Taxonomies, such as tags and categories.',
    file: 'site',
    settings: ['taxonomies'],
  },
  {
    id: 'editorial',
    name: 'Editorial',
    description: 'Rules for approval and publication.',
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
    description: 'Automatic backups and their retention.',
    file: 'server',
    settings: [
      'backup.on_change',
      'backup.debounce',
      'backup.interval',
      'backup.schedule',
      'backup.retention',
    ],
  },
  {
    id: 'seo',
    name: 'Search engines',
    description: 'Metadata for search engines and social networks.',
    file: 'site',
    settings: ['seo', 'robots'],
  },
  {
    id: 'feed',
    name: 'Feeds',
    description: 'Feeds for subscribers.',
    file: 'site',
    settings: ['feed'],
  },
  {
    id: 'forms',
    name: 'Forms',
    description: 'Forms for visitors, whose entries Galley stores.',
    file: 'site',
    settings: ['forms', 'form_server'],
  },
  {
    id: 'integrations',
    name: 'Integrations',
    description: 'Services of other hosts, and HTML for every page.',
    file: 'site',
    settings: ['csp', 'snippets'],
  },
  {
    id: 'security',
    name: 'Security',
    description: 'Sessions and second factor.',
    file: 'server',
    settings: [
      'security.session_ttl',
      'security.session_absolute_ttl',
      'security.require_mfa',
      'security.require_passkey',
      'security.token_max_lifetime',
    ],
  },
  {
    id: 'plugin:aiwriter',
    name: 'AI writer',
    description: 'Endpoint and usage limits of the AI writer.',
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

export interface ExcludedSetting {
  readonly file: SectionPlan['file'];
  readonly settings: readonly string[];
  readonly reason: string;
}

/** Edited on the server or elsewhere in the admin. */
export const excludedSettings: readonly ExcludedSetting[] = [
  {
    file: 'site',
    settings: ['theme'],
    reason: 'Themes are switched on their own page, where they are tested first.',
  },
  {
    file: 'site',
    settings: ['theme_settings'],
    reason: 'Each theme with settings has its own section.',
  },
  {
    file: 'site',
    settings: ['params'],
    reason: 'Themes and templates define their meaning.',
  },
  {
    file: 'server',
    settings: ['server.host', 'server.port', 'server.allowed_hosts', 'admin'],
    reason: 'A mistake could make the form itself unreachable.',
  },
  {
    file: 'server',
    settings: ['limits.sign_in_requests_per_minute', 'limits.session_requests_per_minute'],
    reason: 'A limit that is too low would block the form that could raise it.',
  },
  {
    file: 'server',
    settings: ['scim'],
    reason: 'They decide which accounts another system creates and changes.',
  },
  {
    file: 'server',
    settings: ['server.trusted_proxies'],
    reason: 'A trusted proxy determines the client address of requests.',
  },
  {
    file: 'server',
    settings: ['webhooks.private_hosts'],
    reason: 'Webhooks reach the network of the server only where its operator wants it.',
  },
  {
    file: 'server',
    settings: ['mail'],
    reason: 'The mail server receives the password, and messages contain links that open accounts.',
  },
  {
    file: 'server',
    settings: ['sign_in'],
    reason: 'A sign-in provider decides who opens which account, and receives the client secret.',
  },
  {
    file: 'server',
    settings: ['backup.git'],
    reason: 'The remote repository receives the token.',
  },
  {
    file: 'server',
    settings: ['backup.encryption', 'backup.s3'],
    reason: 'They determine who receives backups and who can read them.',
  },
  {
    file: 'server',
    settings: ['database', 'security.encryption_key'],
    reason: 'They contain secrets or determine where data is stored.',
  },
  {
    file: 'server',
    settings: ['storage', 'backup.directory'],
    reason: 'File locations are up to the operator of the machine.',
  },
  {
    file: 'server',
    settings: ['audit'],
    reason: 'It permanently deletes evidence.',
  },
  {
    file: 'server',
    settings: ['coordinator'],
    reason: 'It names programs to run and belongs to another service.',
  },
  {
    file: 'server',
    settings: ['plugins.aiwriter.base_url'],
    reason: 'It determines who receives the key of the AI writer.',
  },
];
