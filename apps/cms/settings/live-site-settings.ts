import { isDeepStrictEqual } from 'node:util';
import { DomainError, type Logger } from '@galley/kernel';
import { loadSiteSettings, type SiteSettings } from '@galley/settings';

/** On an error in the file, keeps the last valid settings. */
export class LiveSiteSettings {
  readonly #contentDirectory: string;
  readonly #logger: Logger;
  #current: SiteSettings;
  #lastError: string | undefined;

  private constructor(contentDirectory: string, current: SiteSettings, logger: Logger) {
    this.#contentDirectory = contentDirectory;
    this.#current = current;
    this.#logger = logger;
  }

  /** @throws `invalid_site_settings`: a server refuses to start with invalid settings */
  static async load(contentDirectory: string, logger: Logger): Promise<LiveSiteSettings> {
    return new LiveSiteSettings(contentDirectory, await loadSiteSettings(contentDirectory), logger);
  }

  readonly current = (): SiteSettings => this.#current;

  /** Rereads the file. Returns whether anything changed. */
  async reload(): Promise<boolean> {
    try {
      const settings = await loadSiteSettings(this.#contentDirectory);
      this.#lastError = undefined;
      if (isDeepStrictEqual(settings, this.#current)) return false;
      this.#current = settings;
      this.#logger.info('site settings changed');
      return true;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (this.#lastError !== error.message)
        this.#logger.error(`site settings rejected, keeping the previous ones: ${error.message}`);
      this.#lastError = error.message;
      return false;
    }
  }
}
