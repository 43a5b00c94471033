import type { PublishedReader } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import type { PageData } from './page-head.ts';
import type { RenderedBodies } from './rendered-bodies.ts';

/** Layouts, best first. */
export interface Page {
  readonly lang: string;
  readonly layouts: readonly string[];
  readonly view: Readonly<Record<string, unknown>> & { readonly page: PageData };
}

/** Settings are fixed per request. */
export interface PageContext {
  readonly settings: SiteSettings;
  readonly published: PublishedReader;
  readonly bodies: RenderedBodies;
  readonly version: string;
}
