import { findAll, isBlank, styleOf, unwrap } from './dom.ts';

/** Keeps the text of links that lead nowhere outside the page they were copied from. */
export function cleanLinks(root: HTMLElement): void {
  for (const link of findAll(root, 'a')) {
    const address = cleanAddress(link.getAttribute('href') ?? '');
    const hasContent = !isBlank(link) || link.querySelector('img') !== null;
    if (!hasContent) link.remove();
    else if (address === undefined) unwrap(link);
    else link.setAttribute('href', address);
  }
}

const wrappers: readonly { readonly page: RegExp; readonly parameters: readonly string[] }[] = [
  { page: /^https?:\/\/(?:www\.)?google\.[a-z.]+\/url$/, parameters: ['q', 'url'] },
  { page: /^https:\/\/[a-z\d.]+\.safelinks\.protection\.outlook\.com\/$/, parameters: ['url'] },
  { page: /^https?:\/\/l\.facebook\.com\/l\.php$/, parameters: ['u'] },
];

/** Undefined for addresses that a link must not have: scripts, data, files, and places in the copied page. */
export function cleanAddress(written: string): string | undefined {
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  if (!/^(?:https?|mailto|tel):$/.test(url.protocol)) return undefined;
  const wrapper = wrappers.find(({ page }) => page.test(url.origin + url.pathname));
  const inner = wrapper?.parameters.map((name) => url.searchParams.get(name)).find(Boolean);
  if (inner && inner !== written) return cleanAddress(inner);
  return written.trim();
}

export interface PastedImage {
  /** `data:` or `blob:`, which is uploaded. */
  readonly source: string;
  readonly alt: string;
}

export interface CleanedImages {
  /** In the order of the text. */
  readonly uploads: readonly PastedImage[];
  /** Images that stay on other servers. */
  readonly remote: number;
  /** Images in files that the page cannot read, as Word refers to them. */
  readonly unreadable: number;
}

/** Stands for an image in the Markdown until it is uploaded. Private-use characters occur in no text. */
export const uploadMark = { start: '\uE010', end: '\uE011' } as const;

export function cleanImages(root: HTMLElement): CleanedImages {
  const uploads: PastedImage[] = [];
  const counts = { remote: 0, unreadable: 0 };
  for (const image of findAll(root, 'img')) {
    const source = sourceOf(image);
    if (isTracker(image) || source === '') {
      image.remove();
    } else if (/^data:image\/(?!svg)|^blob:/i.test(source)) {
      replaceByMark(image, uploads.length);
      uploads.push({ source, alt: image.getAttribute('alt') ?? '' });
    } else if (/^https:/i.test(source)) {
      image.setAttribute('src', source);
      const link = image.closest('a');
      // A link to the image itself only enlarges it.
      if (link?.getAttribute('href') === source) unwrap(link);
      counts.remote += 1;
    } else if (/^http:/i.test(source)) {
      // Readers' browsers do not load images over http.
      replaceByLink(image, source);
    } else {
      if (/^(?:file|cid):/i.test(source)) counts.unreadable += 1;
      image.remove();
    }
  }
  return { uploads, ...counts };
}

function sourceOf(image: Element): string {
  const source = image.getAttribute('src') ?? '';
  const lazy = image.getAttribute('data-src') ?? image.getAttribute('data-lazy-src') ?? '';
  const isPlaceholder = source === '' || /^data:image\/(?:gif|svg)/i.test(source);
  return isPlaceholder && /^https?:/.test(lazy) ? lazy : source.trim();
}

/** Images of a point or two tell a server who reads a mail. */
function isTracker(image: HTMLElement): boolean {
  const sizes = ['width', 'height'].map((side) =>
    Number.parseFloat(image.getAttribute(side) ?? styleOf(image, side)),
  );
  return sizes.some((size) => size <= 2);
}

function replaceByMark(image: HTMLElement, place: number): void {
  const mark = image.ownerDocument.createElement('span');
  mark.dataset['upload'] = String(place);
  mark.textContent = `${uploadMark.start}${place}${uploadMark.end}`;
  // A link around a picture that is uploaded would lead to its former place.
  const link = image.closest('a');
  image.replaceWith(mark);
  if (link && link.textContent === mark.textContent) unwrap(link);
}

function replaceByLink(image: HTMLElement, source: string): void {
  if (image.closest('a')) {
    image.replaceWith(image.getAttribute('alt') ?? '');
    return;
  }
  const link = image.ownerDocument.createElement('a');
  link.setAttribute('href', source);
  link.textContent = image.getAttribute('alt') || source;
  image.replaceWith(link);
}
