import type { PublishedReader } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import type { SiteTexts } from '../texts/site-texts.ts';
import type { PageData } from './page-head.ts';
import type { RenderedBodies } from './rendered-bodies.ts';

/** Layouts, best first. */
export interface Page {
  readonly lang: string;
  readonly layouts: readonly string[];
  readonly view: Readonly<Record<string, unknown>> & { readonly page: PageData };
}

/** With the texts of pages, which theme and site can change. */
export interface PageSettings extends SiteSettings {
  readonly texts: SiteTexts;
}

/** Settings are fixed per request. */
export interface PageContext {
  readonly settings: PageSettings;
  readonly published: PublishedReader;
  readonly bodies: RenderedBodies;
  readonly version: string;
  /** False in the static output, where no server answers searches. */
  readonly isLive: boolean;
}
