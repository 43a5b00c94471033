import type { PublishedReader } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import type { PageData } from './page-head.ts';
import type { RenderedBodies } from './rendered-bodies.ts';

/** A page before it is written out: the layouts that would suit it, best first, and what they show. */
export interface Page {
  readonly lang: string;
  readonly layouts: readonly string[];
  readonly view: Readonly<Record<string, unknown>> & { readonly page: PageData };
}

/** What making a page takes. The settings are those of this one request, so that a page is of one piece. */
export interface PageContext {
  readonly settings: SiteSettings;
  readonly published: PublishedReader;
  readonly bodies: RenderedBodies;
  readonly version: string;
}
