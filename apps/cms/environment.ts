import type { PasswordHasher } from '@galley/auth';
import type { Database } from '@galley/database';
import type { Clock, Logger } from '@galley/kernel';
import type { BuildInfo, ConnectedDatabase } from '@galley/service';
import type { Config, ConfigOrigin } from '@galley/settings';

export interface Environment {
  readonly config: Config;
  readonly projectDirectory: string;
  readonly configOrigin: ConfigOrigin;
  readonly db: Database;
  readonly databaseAddress: ConnectedDatabase['address'];
  readonly databasePool: ConnectedDatabase['pool'];
  readonly isDatabaseLost: () => boolean;
  readonly build: BuildInfo;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly managed: boolean;
  readonly instanceId: string | undefined;
  /** The API key for the AI writer's endpoint. Kept out of the configuration, which is displayed. */
  readonly aiWriterKey: string | undefined;
  readonly passwordHasher?: PasswordHasher;
}
