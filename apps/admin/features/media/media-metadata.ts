import type { MediaDetail, MediaItem } from '@galley/sdk';
import { basePath } from '../../lib/base-path.ts';
import type { Kind } from './media-filters.ts';

/** The API contract leaves the types open. */
export interface MediaMetadata {
  readonly title: string;
  readonly alt: string;
  readonly caption: string;
  readonly credit: string;
  readonly tags: readonly string[];
  readonly decorative: boolean;
  readonly focal_x: number | null;
  readonly focal_y: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly hash: string;
}

export function parseMetadata({ metadata }: Pick<MediaItem, 'metadata'>): MediaMetadata {
  const text = (name: string): string => {
    const value = metadata[name];
    return typeof value === 'string' ? value : '';
  };
  const count = (name: string): number | null => {
    const value = metadata[name];
    return typeof value === 'number' ? value : null;
  };
  const tags: unknown = metadata['tags'];
  return {
    title: text('title'),
    alt: text('alt'),
    caption: text('caption'),
    credit: text('credit'),
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    decorative: metadata['decorative'] === true,
    focal_x: count('focal_x'),
    focal_y: count('focal_y'),
    width: count('width'),
    height: count('height'),
    hash: text('hash'),
  };
}

export function kindOf({ type }: Pick<MediaItem, 'type'>): Kind {
  const [kind] = type.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}

/** `media/2026` for `media/2026/press.jpg`. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** In lower case, such as `jpg`; empty for none. */
export function fileExtension(name: string): string {
  const [, ending = ''] = /\.([^.]+)$/.exec(name) ?? [];
  return ending.toLowerCase();
}

export function toMarkdown(item: MediaItem): string {
  const { alt, title } = parseMetadata(item);
  const plain = (text: string): string => text.replace(/[\\[\]]/g, '\\$&').replace(/\s+/g, ' ');
  const kind = kindOf(item);
  if (kind === 'image') return `![${plain(alt)}](${item.url})`;
  const isPlayed = kind === 'video' || kind === 'audio';
  return `${isPlayed ? '!' : ''}[${plain(title || item.name)}](${item.url})`;
}

/** With the content hash, so that a replaced file bypasses the browser cache. */
export function contentUrl(item: MediaDetail): string {
  const { path, state, url } = item;
  const { hash } = parseMetadata(item);
  if (state === 'pending') return versionUrl({ path, version: 'pending', hash });
  return `${url}?v=${hash.slice(0, 12)}`;
}

export function versionUrl({ path, version, hash }: FileVersion): string {
  const query = new URLSearchParams({ path, version, v: hash.slice(0, 12) });
  return `${basePath}api/media/file?${query.toString()}`;
}

interface FileVersion {
  readonly path: string;
  readonly version: 'public' | 'pending';
  readonly hash: string;
}
