import type { PublishedReader } from '@galley/content';
import type { Logger } from '@galley/kernel';
import type { PictureReader } from '@galley/media';
import type { BuildInfo } from '@galley/service';
import type { SiteSettings } from '@galley/settings';
import {
  PublicSite,
  RenderedBodies,
  type PageFilters,
  type MarkdownThread,
  type SiteRequest,
  type SiteResponse,
  type Theme,
} from '@galley/site';
import { PlatformAnswers } from '../platform/platform-answers.ts';
import { platformBase } from '../platform/platform-mirrors.ts';

export interface PageSourceParts {
  readonly settings: SiteSettings;
  readonly theme: Theme;
  readonly build: BuildInfo;
  readonly pictures: PictureReader;
  readonly published: PublishedReader;
  readonly filters: PageFilters;
  readonly logger: Logger;
  readonly thread: MarkdownThread;
}

/** A build reads each text once, and some again for feeds. */
const maxBytes = 4 * 1024 * 1024;

export class PageSource {
  readonly bodies: RenderedBodies;
  readonly #site: PublicSite;
  readonly #platform: PlatformAnswers;

  constructor({
    settings,
    theme,
    build,
    pictures,
    published,
    filters: made,
    logger,
    thread,
  }: PageSourceParts) {
    const filters = () => made;
    const bodies = new RenderedBodies({
      pictures,
      html: () => settings.html,
      syntax: () => settings.markdown,
      texts: () => theme.texts,
      shortcodes: () => theme.shortcodes,
      forms: () => ({ settings, isLive: false }),
      failsOnShortcodes: true,
      filters,
      maxBytes,
      thread,
      logger,
    });
    const { version } = build;
    this.bodies = bodies;
    this.#site = new PublicSite({
      published,
      bodies,
      filters,
      logger,
      version,
      settings: () => settings,
      theme: () => theme,
    });
    this.#platform = new PlatformAnswers({ settings: () => settings, build, bodies });
  }

  /** Rejects for missing data. */
  async respond(request: SiteRequest, published: PublishedReader): Promise<SiteResponse> {
    const { path, query } = request;
    const make = path.startsWith(platformBase)
      ? this.#platform.find(path.slice(platformBase.length), query)
      : undefined;
    return make ? make(published) : this.#site.respond(request, published);
  }
}
