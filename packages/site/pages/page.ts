import type { PublishedReader } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import type { PageData } from './page-head.ts';
import type { RenderedBodies } from './rendered-bodies.ts';

/** Page before rendering: suitable layouts, best first, and their data. */
export interface Page {
  readonly lang: string;
  readonly layouts: readonly string[];
  readonly view: Readonly<Record<string, unknown>> & { readonly page: PageData };
}

/** Context of a page. Settings are fixed per request, for a consistent page. */
export interface PageContext {
  readonly settings: SiteSettings;
  readonly published: PublishedReader;
  readonly bodies: RenderedBodies;
  readonly version: string;
}
