import { setTimeout as delay } from 'node:timers/promises';
import type { PublicNotification } from '@galley/content';
import { requireTree, type Database } from '@galley/database';
import type { AuditLog, Logger } from '@galley/kernel';
import {
  readSiteSettings,
  siteSettingsFile,
  type Config,
  type EditLock,
  type SiteSettings,
} from '@galley/settings';
import type { LiveSiteSettings } from './live-site-settings.ts';
import { SettingsAudit } from './settings-audit.ts';

export interface SettingsChangesOptions {
  readonly config: Config;
  readonly db: Database;
  readonly siteSettings: LiveSiteSettings;
  readonly audit: AuditLog;
  readonly logger: Logger;
}

interface Feed {
  subscribe(subscriber: (news: PublicNotification) => void): void;
  announceSettings(): Promise<void>;
}

export class SettingsChanges {
  readonly #options: SettingsChangesOptions;
  readonly #audit: SettingsAudit;
  readonly #fileListeners: (() => Promise<unknown>)[] = [];
  readonly #listeners: ((before: SiteSettings) => unknown)[] = [];
  #feed: Feed | undefined;
  #lastRun: Promise<void> = Promise.resolve();
  /** Whether the site's settings are known to be empty. */
  #isEmpty = false;

  private constructor(options: SettingsChangesOptions) {
    this.#options = options;
    const { contentDirectory } = options.config.storage;
    this.#audit = new SettingsAudit({ ...options, contentDirectory });
  }

  /** Records changes made while no server ran in the audit log. */
  static async open(options: SettingsChangesOptions): Promise<SettingsChanges> {
    const changes = new SettingsChanges(options);
    await changes.#audit.record();
    return changes;
  }

  readonly current = (): SiteSettings => this.#options.siteSettings.current();

  get lock(): EditLock {
    return this.#audit.edit;
  }

  /** Called each time the files are reread, since plugin settings may have changed alone. */
  onFilesRead(listener: () => Promise<unknown>): void {
    this.#fileListeners.push(listener);
  }

  /** Listeners are called in the order of registration. */
  onChange(listener: (before: SiteSettings) => unknown): void {
    this.#listeners.push(listener);
  }

  /** Calls run one after another: each returns after all listeners have handled its change. */
  readonly apply = (): Promise<void> => {
    const run = this.#lastRun.then(() => this.#apply());
    this.#lastRun = run.catch(() => undefined);
    return run;
  };

  async #apply(): Promise<void> {
    const { db, siteSettings } = this.#options;
    // In an unmounted folder every setting would have its default, and approvals would no longer be required.
    await requireTree(db);
    await this.#untilWritten();
    await this.#audit.record();
    for (const listener of this.#fileListeners) await listener();
    const before = siteSettings.current();
    if (!(await siteSettings.reload())) return;
    for (const listener of this.#listeners) await listener(before);
  }

  /** Git and many editors remove or empty a file before they write it, which is no wish for defaults. */
  async #untilWritten(): Promise<void> {
    const { config, logger } = this.#options;
    const isEmpty = () =>
      readSiteSettings(config.storage.contentDirectory).then(
        (text) => text === '',
        () => false,
      );
    if (!(await isEmpty())) this.#isEmpty = false;
    else if (!this.#isEmpty) {
      logger.info(`${siteSettingsFile} is empty, looking again`);
      for (let tries = 0; tries < 40 && (await isEmpty()); tries += 1) await delay(50);
      this.#isEmpty = await isEmpty();
    }
  }

  follow(feed: Feed, reloadTheme: () => Promise<unknown>): void {
    this.#feed = feed;
    const { logger } = this.#options;
    feed.subscribe((news) => {
      if (news.kind !== 'settings') return;
      this.apply()
        .then(reloadTheme)
        .catch((error: unknown) => logger.error('settings not applied', { error: String(error) }));
    });
  }

  readonly announce = async (): Promise<void> => {
    await this.#feed?.announceSettings();
  };
}
