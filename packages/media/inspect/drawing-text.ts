import type { FileBytes } from './file-bytes.ts';
import { invalidMedia } from './refusals.ts';

const maxBytes = 5 * 1024 * 1024;
const declaration =
  /^<\?xml\s+version\s*=\s*["']1\.[01]["'](?:\s+encoding\s*=\s*["']([\w.-]+)["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>/;
/** Equal to UTF-8 for ASCII content. */
const asciiLike = /^(us-ascii|iso-8859-1|windows-1252)$/i;

/** The XML declaration is blanked, so that offsets match the file. */
export async function drawingText(bytes: FileBytes): Promise<string> {
  if (bytes.size > maxBytes) {
    throw invalidMedia(
      `This SVG drawing has ${bytes.size} bytes; at most ${maxBytes} are taken.`,
      'Save it as a PNG, or simplify it.',
    );
  }
  const text = decodeUtf8(await bytes.readAt(0, bytes.size));
  const found = declaration.exec(text);
  if (found === null) return text;
  const [head, encoding = 'utf-8'] = found;
  const isUtf8 =
    /^utf-?8$/i.test(encoding) || (asciiLike.test(encoding) && /^[\0-\x7f]*$/.test(text));
  if (!isUtf8) throw notUtf8(`says that its encoding is ${encoding}`);
  return head.replace(/[^\n]/g, ' ') + text.slice(head.length);
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8('is not in UTF-8');
  }
}

const notUtf8 = (what: string) =>
  invalidMedia(`This SVG drawing ${what}.`, 'Save it with the encoding UTF-8.');
