import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Logger } from '@galley/kernel';
import { createTestDatabase, type TestDatabase } from '@galley/testing';
import { Press } from './archive/fixtures.ts';
import { BackupService, type BackupServiceOptions } from './backup-service.ts';
import { TableLinesReadModel } from './table-lines-read-model.ts';

export interface LogLine {
  readonly level: keyof Logger;
  readonly message: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export class Vault implements AsyncDisposable {
  readonly press: Press;
  readonly database: TestDatabase;
  readonly log: LogLine[] = [];
  readonly logger: Logger;
  readonly backups: BackupService;

  private constructor(
    press: Press,
    database: TestDatabase,
    options: Partial<BackupServiceOptions>,
  ) {
    this.press = press;
    this.database = database;
    const note =
      (level: keyof Logger) =>
      (message: string, attributes: LogLine['attributes'] = {}) =>
        void this.log.push({ level, message, attributes });
    this.logger = {
      debug: note('debug'),
      info: note('info'),
      warn: note('warn'),
      error: note('error'),
    };
    this.backups = this.another(options);
  }

  static async open(options: Partial<BackupServiceOptions> = {}): Promise<Vault> {
    const press = await Press.open({ 'posts/ink.md': 'Black.\n', 'media/a.jpg': 'jpg' });
    return new Vault(press, await createTestDatabase(), options);
  }

  another(options: Partial<BackupServiceOptions> = {}): BackupService {
    const { press, database, logger } = this;
    return new BackupService({
      db: database.db,
      clock: press.clock,
      logger,
      retention: {},
      encryption: { recipients: [], workDirectory: join(dirname(press.backups), 'work') },
      contentDirectory: press.content,
      directory: press.backups,
      tables: new TableLinesReadModel(() => database.url),
      ...options,
    });
  }

  make(name = 'nightly') {
    this.press.clock.advance(60_000);
    return this.backups.create({ name, by: 'ada' });
  }

  async put(name: string, bytes: string): Promise<void> {
    const path = join(this.press.backups, name);
    await writeFile(`${path}.new`, bytes);
    await rename(`${path}.new`, path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.database.close();
    await this.press[Symbol.asyncDispose]();
  }
}
