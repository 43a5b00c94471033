import type { ColumnType, Selectable } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export interface MediaFilesTable {
  path: string;
  folder: string;
  name: string;
  kind: 'image' | 'video' | 'audio' | 'document';
  type: string;
  size: number;
  /** Size and time of the file when it was read. */
  stamp: string;
  /** Stamp of the sidecar file; empty without one. */
  sidecar_stamp: string;
  /** Version of the code that read the file. */
  version: string;
  sha256: string;
  width: number | null;
  height: number | null;
  /** Null when the file has no picture. */
  picture: Json<MediaPictureColumn | null> | null;
  uploaded_by: string;
  uploaded_at: Date;
  metadata: Json<Record<string, unknown>>;
  metadata_revision: string;
  exif: Json<Record<string, unknown> | null> | null;
  missing_alt: boolean;
  /** Mismatch between the file's name and content; null for a valid file. */
  problem: string | null;
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
  path: string;
  original_path: string;
  deleted_by: string;
  deleted_at: Date;
  /** Its former row of `media_files`, without `sha256` when the file was not indexed. */
  file: Json<Record<string, unknown>>;
}

/** Pending moves of files from `source` to `target`, whose rows have already moved. */
export interface MediaMovesTable {
  id: string;
  source: string;
  target: string;
}

/** Text after each `media/` in the snapshots of documents; written by a trigger of `document_history`. */
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
