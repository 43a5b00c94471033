import { posix } from 'node:path';
import { isRecord, readYaml } from '../content/frontmatter.ts';
import type { Place } from './markdown-places.ts';

/** What is said of a picture in the file beside it. */
export interface Sidecar {
  readonly alt: string;
  readonly title: string;
  readonly caption: string;
  /** It says nothing, and needs no words. */
  readonly isDecorative: boolean;
}

export const noSidecar: Sidecar = { alt: '', title: '', caption: '', isDecorative: false };

/** The file with what is said of a file of the media library. */
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

/** Longer ones are not listened to. */
export const longestAlt = 200;

/**
 * Words as they may stand as an alternative text: one line without marks of Markdown or HTML, cut between words. Empty
 * when nothing is left.
 */
export function asAltText(words: string): string {
  const plain = words
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ')
    .replace(/<[^<>]*>|[[\]<>`*_~|\\{}#!]|&(?=#?\w+;)/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  if (plain.length <= longestAlt) return plain;
  const cut = plain.slice(0, longestAlt).toWellFormed().replaceAll('\uFFFD', '');
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), 0) || cut.length).replace(/[\s,;:–-]+$/, '');
}

export interface AltText {
  readonly text: string;
  /** Where the words are from, as the end of a sentence. */
  readonly why: string;
}

/** The best words that are at hand for a picture without any; undefined when none say what is to be seen. */
export function altTextFor(place: Place, path: string, sidecar: Sidecar): AltText | undefined {
  const sources: readonly AltText[] = [
    { text: sidecar.alt, why: 'the media library says so' },
    { text: place.title, why: 'it is the title of the picture' },
    { text: sidecar.title, why: 'it is its title in the media library' },
    { text: sidecar.caption, why: 'it is its caption in the media library' },
    { text: place.caption, why: 'it is its caption' },
    { text: wordsOfName(path), why: 'the file is called so' },
  ];
  return sources
    .map(({ text, why }) => ({ text: asAltText(text), why }))
    .find(({ text }) => /\p{L}/u.test(text));
}

/** What cameras, telephones and programs call everything. */
const meaningless: ReadonlySet<string> = new Set(
  `img image images photo photos picture pictures pic pics dsc dscf dscn dscp sam gopr pxl mvimg vid
  screenshot screen shot bildschirmfoto captura capture scan untitled unnamed unbenannt file download
  whatsapp whats app signal telegram snapchat facebook received export copy kopie copia final edited edit new old
  draft version placeholder default temp tmp test thumb thumbnail large small medium full scaled cropped
  resized rotated header banner hero cover background foto imagen bild at um the and page von`.split(
    /\s+/,
  ),
);

/**
 * `team-photo-2024.jpg` → `Team photo 2024`. Empty for a name that says nothing of the picture, such as
 * `IMG_1234.jpg`: at least two words, one of them of the picture.
 */
export function wordsOfName(path: string): string {
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

/** Of letters alone; in Latin ones, with a vowel. */
const isWord = (part: string) =>
  /^[\p{L}\p{M}'’]{2,}$/u.test(part) &&
  (!/^\p{Script=Latin}+$/u.test(part) || /[aeiouyàáâãäåæèéêëìíîïòóôõöøùúûüýœ]/i.test(part));

/** Letters and numbers in turns, as in an id, or a number that is no year. */
const isCode = (part: string) =>
  /\p{L}\d+\p{L}|\d\p{L}+\d|\d{5,}/u.test(part) ||
  (/\d/.test(part) && /\p{L}/u.test(part) && part.length > 5);
