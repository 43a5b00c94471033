import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, type Logger } from '@galley/kernel';
import type { Json, PluginManifest } from '@galley/plugins';
import { checkFieldValues, isObject, parseYaml, withFieldDefaults } from '@galley/settings';

const file = 'config/plugins.yaml';

/** Invalid settings are logged and count as not set. */
export class LivePluginSettings {
  readonly #contentDirectory: string;
  readonly #logger: Logger;
  #values: Readonly<Record<string, unknown>> = {};
  readonly #loggedMistakes = new Map<string, string>();

  constructor({
    contentDirectory,
    logger,
  }: {
    readonly contentDirectory: string;
    readonly logger: Logger;
  }) {
    this.#contentDirectory = contentDirectory;
    this.#logger = logger;
  }

  async reload(): Promise<void> {
    const { value, findings } = parseYaml(await this.#text(), file);
    if (findings.length > 0) {
      const [{ place, message }] = findings as [(typeof findings)[number]];
      this.#logOnce(file, `${place?.name ?? file}:${place?.line ?? 1}: ${message}`);
      return;
    }
    this.#loggedMistakes.delete(file);
    this.#values = isObject(value) ? value : {};
  }

  settingsFor({ name, settings }: PluginManifest): Json {
    const given = Object.hasOwn(this.#values, name) ? this.#values[name] : {};
    const values = isObject(given) ? given : {};
    const mistakes = checkFieldValues(settings, values);
    if (mistakes.length > 0) {
      this.#logOnce(name, mistakes.map(({ path, message }) => `${path}: ${message}`).join('; '));
      return withFieldDefaults(settings, {}) as Json;
    }
    this.#loggedMistakes.delete(name);
    return withFieldDefaults(settings, values) as Json;
  }

  async #text(): Promise<string> {
    try {
      return await readFile(join(this.#contentDirectory, file), 'utf8');
    } catch (error) {
      if (isMissing(error)) return '';
      throw error;
    }
  }

  #logOnce(about: string, mistake: string): void {
    if (this.#loggedMistakes.get(about) === mistake) return;
    this.#loggedMistakes.set(about, mistake);
    this.#logger.error('plugin settings rejected, keeping the previous ones', { about, mistake });
  }
}
