import type { Generated } from 'kysely';

/** A plugin without a row is disabled. */
export interface PluginsTable {
  name: string;
  enabled: boolean;
  /** Identifier of the given consent, see `consentId`. */
  consent: string | null;
  changed_by: string;
  changed_at: Date;
  last_error: string | null;
  failed_at: Date | null;
  version: Generated<number>;
}

export interface PluginStorageTable {
  plugin: string;
  key: string;
  value: string;
  /** Size of key and value. */
  bytes: number;
  updated_at: Date;
}

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
