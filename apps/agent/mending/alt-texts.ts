import { posix } from 'node:path';
import { isRecord, readYaml } from '../content/frontmatter.ts';
import type { Place } from './markdown-places.ts';

export interface Sidecar {
  readonly alt: string;
  readonly title: string;
  readonly caption: string;
  readonly isDecorative: boolean;
}

export const noSidecar: Sidecar = { alt: '', title: '', caption: '', isDecorative: false };

export const sidecarPath = (path: string) => `${path}.meta.yaml`;

export function readSidecar(yaml: string): Sidecar {
  const values = readYaml(yaml);
  const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
  return isRecord(values)
    ? {
        alt: text(values.alt),
        title: text(values.title),
        caption: text(values.caption),
        isDecorative: values.decorative === true,
      }
    : noSidecar;
}

/** Screen reader users skip longer texts. */
export const maxAltLength = 200;

/** Single line without Markdown or HTML, cut at a word boundary. Can be empty. */
export function asAltText(words: string): string {
  const plain = words
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ')
    .replace(/<[^<>]*>|[[\]<>`*_~|\\{}#!]|&(?=#?\w+;)/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (plain.length <= maxAltLength) return plain;
  const cut = plain.slice(0, maxAltLength).toWellFormed().replaceAll('\uFFFD', '');
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 0) || cut.length).replace(/[\s,;:–-]+$/, '');
}

export interface AltText {
  readonly text: string;
  readonly why: string;
}

/** `undefined` if no source has words. */
export function altTextFor(place: Place, path: string, sidecar: Sidecar): AltText | undefined {
  const sources: readonly AltText[] = [
    { text: sidecar.alt, why: 'it is the alt text in the media library' },
    { text: place.title, why: 'it is the title of the image' },
    { text: sidecar.title, why: 'it is its title in the media library' },
    { text: sidecar.caption, why: 'it is its caption in the media library' },
    { text: place.caption, why: 'it is its caption' },
    { text: altTextFromFileName(path), why: 'it is the file name' },
  ];
  return sources
    .map(({ text, why }) => ({ text: asAltText(text), why }))
    .find(({ text }) => /\p{L}/u.test(text));
}

const meaningless: ReadonlySet<string> = new Set(
  `img image images photo photos picture pictures pic pics dsc dscf dscn dscp sam gopr pxl mvimg vid
  screenshot screen shot bildschirmfoto captura capture scan untitled unnamed unbenannt file download
  whatsapp whats app signal telegram snapchat facebook received export copy kopie copia final edited edit new old
  draft version placeholder default temp tmp test thumb thumbnail large small medium full scaled cropped
  resized rotated header banner hero cover background foto imagen bild at um the and page von`.split(
    /\s+/,
  ),
);

/** Empty for generic names (`IMG_1234.jpg`): two words are needed, one of them specific to the image. */
export function altTextFromFileName(path: string): string {
  const stem = posix
    .basename(path)
    .replace(/\.[^.]*$/, '')
    .normalize('NFC');
  const parts = stem
    .replace(/@\dx$|(?<=[-_ ])\d+x\d+$|\(\d+\)|-\d$/gi, ' ')
    .replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s._+,-]+/)
    .filter((part) => part !== '');
  const words = parts.filter((part) => isWord(part));
  const isTelling = words.some((word) => word.length > 2 && !meaningless.has(word.toLowerCase()));
  if (!isTelling || words.length < 2 || parts.some((part) => isCode(part))) return '';
  const text = parts.join(' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Only letters; Latin words need a vowel. */
const isWord = (part: string) =>
  /^[\p{L}\p{M}'’]{2,}$/u.test(part) &&
  (!/^\p{Script=Latin}+$/u.test(part) || /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœ]/i.test(part));

/** Mixed letters and digits, as in an id, or a number too long for a year. */
const isCode = (part: string) =>
  /\p{L}\d+\p{L}|\d\p{L}+\d|\d{5,}/u.test(part) ||
  (/\d/.test(part) && /\p{L}/u.test(part) && part.length > 5);
