import type { Token, Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';

export type MediaUse = 'video' | 'audio' | 'captions' | 'document';

const endings: Readonly<Record<string, MediaUse>> = {
  mp4: 'video',
  webm: 'video',
  mov: 'video',
  ogv: 'video',
  mp3: 'audio',
  wav: 'audio',
  ogg: 'audio',
  m4a: 'audio',
  flac: 'audio',
  vtt: 'captions',
  pdf: 'document',
};

/** Undefined for pictures. */
export function mediaUseOf(address: string): MediaUse | undefined {
  const ending = /\.([a-z\d]+)(?:[?#]|$)/i.exec(address.replace(/^.*\//s, ''))?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(endings, ending) ? endings[ending] : undefined;
}

export interface PlayedFile {
  readonly use: MediaUse;
  readonly source: string;
  /** Name for screen readers; the text of links. */
  readonly alt: string;
  readonly poster?: string | undefined;
  readonly captions?: readonly Captions[];
  /** Without other text in its paragraph. */
  readonly isAlone?: boolean;
}

export interface Captions {
  readonly source: string;
  readonly label: string;
}

export function mediaHtml(file: PlayedFile): string {
  const { use, source, alt, poster, captions = [], isAlone = false } = file;
  const src = `src="${escapeHtml(source)}"`;
  const label = alt === '' ? '' : ` aria-label="${escapeHtml(alt)}"`;
  const name = escapeHtml(alt || decodeName(source));
  const link = `<a href="${escapeHtml(source)}">${name}</a>`;
  if (use === 'audio') return `<audio ${src} controls preload="metadata"${label}>${link}</audio>`;
  if (use === 'document' && isAlone) return fileCard(source, name);
  if (use !== 'video') return link;
  const still = poster === undefined ? '' : ` poster="${escapeHtml(poster)}"`;
  const tracks = captions.map(trackHtml).join('');
  return `<video ${src} controls preload="metadata" playsinline${still}${label}>${tracks}${link}</video>`;
}

/** The size is added when the page is made: file-cards.ts. */
function fileCard(source: string, name: string): string {
  return `<a class="file-card" href="${escapeHtml(source)}">${name} <span class="file-type">PDF</span></a>`;
}

/** The language is part of the name: `talk.de.vtt`. The first track is shown at once. */
function trackHtml({ source, label }: Captions, index: number): string {
  const lang = /\.([a-z]{2,3}(?:-[a-z\d]{2,8})*)\.vtt(?:[?#]|$)/i.exec(source)?.[1];
  const srclang = lang === undefined ? '' : ` srclang="${escapeHtml(lang)}"`;
  const shown = label || lang;
  const name = shown === undefined ? '' : ` label="${escapeHtml(shown)}"`;
  const isDefault = index === 0 ? ' default' : '';
  return `<track src="${escapeHtml(source)}" kind="captions"${srclang}${name}${isDefault}>`;
}

function decodeName(source: string): string {
  const name = source.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A video followed by nothing but its poster and captions, in one paragraph; undefined for other paragraphs. */
export function findVideoParts(
  tokens: readonly Token[],
): { readonly video: Tokens.Image; readonly parts: readonly Tokens.Image[] } | undefined {
  const images = tokens.filter((token) => !isGap(token));
  const [video, ...parts] = images as Tokens.Image[];
  if (parts.length === 0 || !images.every(({ type }) => type === 'image')) return undefined;
  if (mediaUseOf(video!.href) !== 'video') return undefined;
  const uses = parts.map(({ href }) => mediaUseOf(href));
  const isPart = uses.every((use) => use === undefined || use === 'captions');
  const posters = uses.filter((use) => use === undefined).length;
  return isPart && posters <= 1 ? { video: video!, parts } : undefined;
}

/** Space or a line break. */
export function isGap(token: Token): boolean {
  return token.type === 'br' || (token.type === 'text' && token.raw.trim() === '');
}
