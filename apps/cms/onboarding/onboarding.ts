import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SetupService, UserRepository } from '@galley/auth';
import { OwnDocumentsReadModel, type KnownFile, type TrashService } from '@galley/content';
import { findSharedAccounts, type Database } from '@galley/database';
import { DomainError, isSamePerson, sha256, type Actor } from '@galley/kernel';
import type { MediaTrashService } from '@galley/media';
import {
  editConfigFile,
  readSiteSettings,
  siteFile,
  type EditLock,
  type SiteSettings,
} from '@galley/settings';
import { emptySettings, readExampleSite, type ExampleSite } from './example-site.ts';

export interface OnboardingOptions {
  readonly db: Database;
  readonly contentDirectory: string;
  readonly settings: () => SiteSettings;
  readonly settingsLock: EditLock;
  readonly onSettingsChange: () => Promise<void>;
  readonly users: Pick<UserRepository, 'count' | 'search'>;
  readonly setup: Pick<SetupService, 'isNeeded'>;
  readonly documents: Pick<TrashService, 'delete'>;
  readonly media: Pick<MediaTrashService, 'delete'>;
}

/** The first steps of a new site, read from its state, and the example that it begins with. */
export class Onboarding {
  readonly #options: OnboardingOptions;
  readonly #documents: OwnDocumentsReadModel;
  #example: Promise<ExampleSite> | undefined;

  constructor(options: OnboardingOptions) {
    this.#options = options;
    this.#documents = new OwnDocumentsReadModel(options.db);
  }

  async steps(actor: Actor) {
    const { db, settings, users } = this.#options;
    const example = await this.#readExample();
    const [document, page, count, reviewers, shared, hasTheme, files] = await Promise.all([
      this.#documents.newest(example.documents),
      this.#documents.newestPublic(example.documents),
      users.count(),
      users.search({ q: '', first: [], capability: 'documents.review', limit: 50 }),
      findSharedAccounts(db),
      this.#hasTheme(),
      this.#unchanged(example),
    ]);
    const { title, theme, editorial } = settings();
    return {
      site: { isDone: !['Galley', example.settings.title].includes(title), title },
      theme: { isDone: hasTheme, name: theme },
      document,
      page,
      people: {
        isDone: count > 1,
        reviewers: reviewers.filter(
          ({ username }) => !isSamePerson(username, actor.username, shared),
        ).length,
      },
      requireApproval: editorial.requireApproval,
      exampleFiles: files.documents.length + files.media.length,
    };
  }

  /** True while the site has its example and no administrator yet. */
  async offersEmptySite(): Promise<boolean> {
    if (!(await this.#options.setup.isNeeded())) return false;
    const files = await this.#unchanged(await this.#readExample());
    return files.documents.length > 0;
  }

  /**
   * Only files with the bytes of the example, to the trash.
   *
   * @throws `forbidden`, and the errors of `editConfigFile`
   */
  async removeExample(actor: Actor): Promise<{ readonly removed: number; readonly kept: number }> {
    const { documents, media } = this.#options;
    const example = await this.#readExample();
    const files = await this.#unchanged(example);
    let removed = 0;
    for (const { path, revision } of files.documents) {
      const deletion = documents.delete(actor, { path, expectedRevision: revision });
      if (await isRemoved(deletion)) removed += 1;
    }
    // After the documents, which use them.
    for (const { path } of files.media)
      if (await isRemoved(media.delete(actor, { path }))) removed += 1;
    await this.#resetSettings(example);
    const all = [...example.documents, ...example.media];
    const present = await Promise.all(all.map(({ path }) => this.#hashOf(path)));
    return { removed, kept: present.filter((hash) => hash !== undefined).length };
  }

  async #unchanged({ documents, media }: ExampleSite) {
    const found = await Promise.all(
      media.map(async (file) => ((await this.#hashOf(file.path)) === file.hash ? [file] : [])),
    );
    return { documents: await this.#documents.unchanged(documents), media: found.flat() };
  }

  /** Undefined when there is no file. */
  async #hashOf(path: KnownFile['path']): Promise<string | undefined> {
    try {
      return sha256(await readFile(join(this.#options.contentDirectory, path)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** A key that somebody wrote; without it, the site has the default theme that nobody chose. */
  async #hasTheme(): Promise<boolean> {
    return /^theme(_settings)?:/m.test(await readSiteSettings(this.#options.contentDirectory));
  }

  async #resetSettings({ settings: { text } }: ExampleSite): Promise<void> {
    const { contentDirectory: directory, settingsLock, onSettingsChange } = this.#options;
    const isWritten = await editConfigFile({
      directory,
      file: siteFile,
      underLock: settingsLock,
      change: (before) => (before === text ? emptySettings : before),
    });
    if (isWritten) await onSettingsChange();
  }

  #readExample(): Promise<ExampleSite> {
    this.#example ??= readExampleSite();
    return this.#example;
  }
}

/** False for a file that was changed or used in the meantime, which stays. */
async function isRemoved(deletion: Promise<unknown>): Promise<boolean> {
  try {
    await deletion;
    return true;
  } catch (error) {
    if (error instanceof DomainError && stays.has(error.code)) return false;
    throw error;
  }
}

const stays = new Set(['stale_revision', 'document_locked', 'in_use', 'not_found']);
