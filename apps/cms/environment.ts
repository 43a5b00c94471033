import type { PasswordHasher } from '@galley/auth';
import type { Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import type { BuildInfo, ConnectedDatabase } from '@galley/service';
import type { Config, ConfigOrigin } from '@galley/settings';

/** What a content server is put together in. */
export interface Environment {
  readonly config: Config;
  readonly projectDirectory: string;
  /** How `config` came about. */
  readonly configOrigin: ConfigOrigin;
  readonly db: Database;
  /** For connections beside the pool. */
  readonly databaseAddress: ConnectedDatabase['address'];
  readonly databasePool: ConnectedDatabase['pool'];
  /** Whether the database is known not to answer. */
  readonly isDatabaseLost: () => boolean;
  readonly build: BuildInfo;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly managed: boolean;
  readonly instanceId: string | undefined;
  /** What the AI writer shows to its endpoint. It is in no configuration, since those are shown. */
  readonly aiWriterKey: string | undefined;
  readonly passwordHasher?: PasswordHasher;
}
