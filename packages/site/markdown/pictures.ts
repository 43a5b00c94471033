import { pictureSources, type Picture, type PictureReader } from '@galley/media';
import { decodeReferences, escapeHtml } from './escape-html.ts';
import type { RenderedMarkdown } from './render-markdown.ts';

/** How wide a picture in a text is shown: the measure of a page, or the whole of a narrow window. */
const textSizes = '(min-width: 48rem) 46rem, 100vw';

/** Pictures of a text that are looked up, each in the file system; the others are shown without measures. */
const maxPictures = 1_000;

// Every `>` in an attribute is escaped, by the renderer and by the sanitizer: the tag ends at the first one.
const imageTag = /<img\b([^>]*)>/g;

/**
 * Gives the pictures of the media library in rendered HTML their measures, so that nothing jumps when they arrive, and
 * their variants to choose from. What is missing, or of another kind, stays as it is. Nothing changes for a text without
 * pictures, nor in a feed, whose addresses are absolute.
 */
export async function withPictures(
  rendered: RenderedMarkdown,
  reader: PictureReader,
): Promise<RenderedMarkdown> {
  const paths = picturePaths(rendered.html);
  if (paths.length === 0) return rendered;
  const found = await reader.describe(paths);
  const html = rendered.html.replace(imageTag, (tag, attributes: string) => {
    const path = pathIn(attributes);
    const picture = path === undefined ? undefined : found.get(path);
    // The sanitizer ends the tag as XML does; what comes behind that slash would be wrong HTML.
    const bare = attributes.replace(/ \/$/, '');
    return picture === undefined ? tag : pictureHtml({ path: path!, picture, attributes: bare });
  });
  return { ...rendered, html, pictures: new Map(paths.map((path) => [path, found.get(path)])) };
}

function picturePaths(html: string): readonly string[] {
  if (!html.includes('<img ')) return [];
  const paths = [...html.matchAll(imageTag)].map(([, attributes]) => pathIn(attributes!));
  return [...new Set(paths.filter((path) => path !== undefined))].slice(0, maxPictures);
}

function pathIn(attributes: string): string | undefined {
  const source = / src="([^"]*)"/.exec(attributes)?.[1];
  return source === undefined ? undefined : mediaPath(decodeReferences(source));
}

/** The path in the content tree behind `/media/…`; undefined for any other address. */
export function mediaPath(address: string): string | undefined {
  if (!/^\/media\/[^?#]+$/.test(address)) return undefined;
  try {
    return decodeURIComponent(address.slice(1));
  } catch {
    // No file is served under such an address.
    return undefined;
  }
}

interface ShownPicture {
  readonly path: string;
  readonly picture: Picture;
  /** What else the tag says, as HTML. */
  readonly attributes: string;
}

function pictureHtml({ path, picture, attributes }: ShownPicture): string {
  const { width, height, sources, srcset } = pictureSources(path, picture);
  // Whoever gave a measure of their own wanted that one.
  const measures = / (?:width|height)="/.test(attributes)
    ? ''
    : ` width="${width}" height="${height}"`;
  if (srcset === '') return `<img${attributes}${measures}>`;
  const sizes = `sizes="${textSizes}"`;
  const offered = sources.map(
    (source) => `<source type="${source.type}" srcset="${escapeHtml(source.srcset)}" ${sizes}>`,
  );
  return `<picture>${offered.join('')}<img${attributes}${measures} srcset="${escapeHtml(srcset)}" ${sizes}></picture>`;
}
