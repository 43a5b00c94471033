import type { ColumnType, Selectable } from 'kysely';

/** A `jsonb` column: any JSON value out, JSON text in. */
type Json<T> = ColumnType<T, string, string>;

/** An index of the files in `media/`. */
export interface MediaFilesTable {
  path: string;
  /** `media/2026/06`. */
  folder: string;
  name: string;
  kind: 'image' | 'video' | 'audio' | 'document';
  type: string;
  size: number;
  /** Size and time of the file when it was read; another stamp, and it is read again. */
  stamp: string;
  /** The same of what stands beside it; empty without it. */
  sidecar_stamp: string;
  /** Of the way of reading files. */
  version: string;
  sha256: string;
  width: number | null;
  height: number | null;
  /** What its variants are made by; null for what has none. */
  picture: Json<MediaPictureColumn | null> | null;
  uploaded_by: string;
  uploaded_at: Date;
  metadata: Json<Record<string, unknown>>;
  metadata_revision: string;
  exif: Json<Record<string, unknown> | null> | null;
  missing_alt: boolean;
  /** Why the file is not what its name says; null for what is in order. */
  problem: string | null;
  /** Name and metadata in lower case. */
  search: string;
}

export interface MediaPictureColumn {
  readonly width: number;
  readonly height: number;
  readonly hash: string;
  readonly format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif';
  readonly widths: readonly number[];
}

export interface MediaTrashTable {
  /** Of the file, in the content tree. */
  path: string;
  original_path: string;
  deleted_by: string;
  deleted_at: Date;
  /** The row of `media_files` that it had; without `sha256` where nothing is known of the file. */
  file: Json<Record<string, unknown>>;
}

/** Files that are to follow their rows from `source` to `target`. */
export interface MediaMovesTable {
  id: string;
  source: string;
  target: string;
}

/** What follows each `media/` in the snapshots of documents; filled by a trigger of `document_history`. */
export interface MediaMentionsTable {
  document_id: number;
  hash: string;
  rest: string;
}

export interface MediaSchema {
  media_files: MediaFilesTable;
  media_trash: MediaTrashTable;
  media_moves: MediaMovesTable;
  media_mentions: MediaMentionsTable;
}

export type MediaRow = Selectable<MediaFilesTable>;
