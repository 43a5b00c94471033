import type { ImportedFile } from './import-media.ts';

export interface ImportedDocument {
  readonly source: string;
  readonly path: string;
  readonly title: string;
  readonly url: string;
  /** Old addresses that lead to the document. */
  readonly redirects: readonly string[];
  readonly status: string;
  readonly change: 'new' | 'changed' | 'unchanged';
}

export interface ImportReport {
  /** New and changed documents. */
  readonly pages: number;
  /** New and changed files. */
  readonly media: number;
  readonly redirects: number;
  readonly menus: number;
  readonly skipped: readonly { readonly source: string; readonly reason: string }[];
  readonly warnings: readonly { readonly source: string; readonly message: string }[];
  readonly documents: readonly ImportedDocument[];
  readonly files: readonly ImportedFile[];
}
