import type { SiteSettings } from '@galley/settings';
import type { StaticFiles } from '@galley/site';

export type ExportFormat = 'galley' | 'hugo' | 'ghost';

export interface ExportedDocument {
  /** In the content tree. */
  readonly path: string;
  readonly type: string;
  readonly lang: string;
  /** In the folder of its type, without language folder and `.md`. */
  readonly key: string;
  /** Percent-encoded. */
  readonly url: string;
  /** Public documents are exported as readers see them, all others as drafts. */
  readonly isPublic: boolean;
  readonly title: string;
  readonly slug: string;
  readonly summary: string | null;
  readonly date: Date | null;
  readonly updatedAt: Date | null;
  readonly taxonomies: Readonly<Record<string, readonly string[]>>;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  /** Names for readers. */
  readonly authors: readonly string[];
  /** Addresses that redirect to the document. */
  readonly aliases: readonly string[];
  readonly body: string;
}

export interface ExportedSite {
  readonly settings: SiteSettings;
  readonly documents: readonly ExportedDocument[];
  readonly contentDirectory: string;
  /** Addresses of public documents by path. */
  readonly urls: ReadonlyMap<string, string>;
  readonly skipped: readonly SkippedFile[];
  /** Files of `static/` that the site serves. */
  readonly statics: StaticFiles;
}

export interface SkippedFile {
  readonly source: string;
  readonly reason: string;
}

/** Content, or a copy of a file. `path` is below the destination. */
export type ExportedFile =
  | { readonly path: string; readonly text: string | Uint8Array }
  | { readonly path: string; readonly from: string };

export interface ExportedFiles {
  readonly files: readonly ExportedFile[];
  readonly warnings: readonly ExportWarning[];
  /** Without a place in the other system. */
  readonly skipped: readonly SkippedFile[];
  readonly redirects: number;
}

export interface ExportWarning {
  readonly source: string;
  readonly message: string;
}

export interface ExportReport {
  readonly format: ExportFormat;
  readonly destination: string;
  readonly documents: number;
  readonly drafts: number;
  readonly media: number;
  readonly authors: number;
  readonly terms: number;
  readonly redirects: number;
  /** Paths below the destination. */
  readonly files: readonly string[];
  readonly skipped: readonly SkippedFile[];
  readonly warnings: readonly ExportWarning[];
}
