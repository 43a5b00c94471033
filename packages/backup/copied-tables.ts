/**
 * The tables that a backup with the database holds: what people wrote, decided and did. Nothing in them opens a door;
 * a table that is new comes to one of the two lists, which a test sees to.
 */
export const copiedTables = [
  'approval_receipts',
  'approval_requests',
  'audit_entries',
  'deliberation_posts',
  'deliberations',
  'document_history',
  'documents',
  'domain_events',
  'editorial_events',
  'event_cursors',
  'former_addresses',
  'kysely_migration',
  'media_files',
  'media_trash',
  'memories',
  'missed_schedules',
  'notifications',
  'project_facts',
  'proposal_patches',
  'proposals',
  'roles',
  'run_events',
  'run_snapshots',
  'runs',
  'tasks',
  'trash',
  'users',
  'votes',
  'working_copies',
  'workspaces',
] as const;

/** The tables that are left out, each with why. */
export const tablesLeftOut: Readonly<Record<string, string>> = {
  adapters:
    'commands that agents are started with, which may hold keys; they come from the configuration',
  agent_sessions: 'what goes on at the moment',
  agents:
    'commands that agents are started with, which may hold keys; they come from the configuration',
  ai_usage: 'what people have used of the AI writer lately',
  api_tokens: 'what programs sign in with',
  builds: 'what one machine has built',
  credentials: 'what people sign in with',
  document_locks: 'who edits what at the moment',
  document_search: 'made from the documents',
  idempotency_keys: 'answers to requests, which may hold what they were asked for',
  kysely_migration_lock: 'a lock',
  media_mentions: 'made from the history of the documents',
  media_moves: 'moves that are under way',
  one_time_tokens: 'links that sign somebody in or set a password',
  plugin_jobs: 'when each job of a plugin ran last',
  plugin_storage:
    'what plugins keep for themselves, which may be what they were told in confidence',
  plugins: 'which plugins somebody let run on one machine',
  preview_links: 'addresses that show drafts to whoever has them',
  public_terms: 'made from the documents',
  published_documents: 'made from the documents',
  resource_claims: 'what goes on at the moment',
  run_leases: 'what goes on at the moment',
  sessions: 'who is signed in',
  sign_in_throttles: 'who failed to sign in lately, and from where',
  worker_tokens: 'what agents come in with',
};
