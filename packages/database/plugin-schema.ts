import type { Generated } from 'kysely';

/** Which plugins are on; one without a row is off. */
export interface PluginsTable {
  name: string;
  enabled: boolean;
  /** Of the permissions that somebody consented to. */
  consent: string | null;
  changed_by: string;
  changed_at: Date;
  /** Why Galley switched it off. */
  last_error: string | null;
  failed_at: Date | null;
  /** Another at each change. */
  version: Generated<number>;
}

/** What plugins keep for themselves. */
export interface PluginStorageTable {
  plugin: string;
  key: string;
  /** JSON. */
  value: string;
  /** Of key and value. */
  bytes: number;
  updated_at: Date;
}

/** When each job of a plugin was begun last, and what became of it. */
export interface PluginJobsTable {
  plugin: string;
  job: string;
  started_at: Date;
  finished_at: Date | null;
  error: string | null;
}

export interface PluginSchema {
  plugins: PluginsTable;
  plugin_storage: PluginStorageTable;
  plugin_jobs: PluginJobsTable;
}
