import { isDeepStrictEqual } from 'node:util';
import { DomainError, type Logger } from '@galley/kernel';
import {
  loadSiteSettings,
  resolvePluginTypes,
  type PluginFieldTypes,
  type SiteSettings,
} from '@galley/settings';

/** On an error in the file, keeps the last valid settings. */
export class LiveSiteSettings {
  readonly #contentDirectory: string;
  readonly #logger: Logger;
  /** As in the files. */
  #read: SiteSettings;
  #current: SiteSettings;
  #fieldTypes: PluginFieldTypes = new Map();
  #lastError: string | undefined;

  private constructor(contentDirectory: string, current: SiteSettings, logger: Logger) {
    this.#contentDirectory = contentDirectory;
    this.#read = current;
    this.#current = current;
    this.#logger = logger;
  }

  /** @throws `invalid_site_settings`: a server refuses to start with invalid settings */
  static async load(contentDirectory: string, logger: Logger): Promise<LiveSiteSettings> {
    return new LiveSiteSettings(contentDirectory, await loadSiteSettings(contentDirectory), logger);
  }

  readonly current = (): SiteSettings => this.#current;

  /** Called with the field types of the running plugins whenever they change. */
  setFieldTypes(types: PluginFieldTypes): void {
    this.#fieldTypes = types;
    this.#resolve();
  }

  #resolve(): void {
    const customFields = resolvePluginTypes(this.#read.customFields, this.#fieldTypes);
    this.#current = { ...this.#read, customFields };
  }

  /** Rereads the file. Returns whether anything changed. */
  async reload(): Promise<boolean> {
    try {
      const settings = await loadSiteSettings(this.#contentDirectory);
      this.#lastError = undefined;
      if (isDeepStrictEqual(settings, this.#read)) return false;
      this.#read = settings;
      this.#resolve();
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
