import type { FileBytes } from './file-bytes.ts';
import type { MediaKind } from './media-kinds.ts';

export interface Content {
  /** As named by file-type, such as `jpg`, or `text`, `html`, `empty`, `unknown`. */
  readonly kind: string;
  readonly label: string;
}

/** A hostile file can neither enlarge the read nor cause an error. */
export async function sniff(file: string, bytes: FileBytes, promised: MediaKind): Promise<Content> {
  const head = await bytes.readAt(0, 4096);
  if (head.length === 0) return { kind: 'empty', label: 'empty' };
  const early = detectByRules(head);
  if (early !== undefined) return early;
  const found = await detectWithLibrary(file, head, promised);
  if (found !== undefined)
    return { kind: found.ext, label: `${found.ext.toUpperCase()} (${found.mime})` };
  return textOrUnknown(head);
}

/** The library detects these too broadly, or only by reading much of a hostile file. */
function detectByRules(head: Buffer): Content | undefined {
  if (['PK\x03\x04', 'PK\x05\x06'].includes(head.toString('latin1', 0, 4))) {
    return { kind: 'zip', label: 'a ZIP archive' };
  }
  if (/^(RF64|BW64)....WAVE/s.test(head.toString('latin1', 0, 12))) {
    return { kind: 'wav', label: 'a WAV recording' };
  }
  return hasAvifBrand(head) ? { kind: 'avif', label: 'an AVIF picture' } : undefined;
}

/** The brand may be among the compatible brands. */
function hasAvifBrand(head: Buffer): boolean {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(head.readUInt32BE(0), head.length, 256);
  const [major, , ...compatible] = head.toString('latin1', 8, end).match(/.{4}/gs) ?? [];
  const isPicture = major === 'mif1' || major === 'msf1';
  return [major, ...(isPicture ? compatible : [])].some((brand) => /^avi[fs]$/.test(brand ?? ''));
}

async function detectWithLibrary(file: string, head: Buffer, promised: MediaKind) {
  const isTagged = promised.contents.includes('mp3') && head.toString('latin1', 0, 3) === 'ID3';
  // Loads all format parsers.
  const { fileTypeFromFile } = await import('file-type');
  try {
    return await fileTypeFromFile(file, {
      maxBufferSize: 1024 * 1024,
      // Padding often separates the tags of an MP3 from its first frame.
      mpegOffsetTolerance: isTagged ? 4092 : 0,
    });
  } catch {
    return undefined;
  }
}

function textOrUnknown(head: Buffer): Content {
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  if (head.includes(0) || /\uFFFD./s.test(text))
    return { kind: 'unknown', label: 'of no known type' };
  if (/<(svg|[\w]+:svg)[\s>]/.test(text)) return { kind: 'svg', label: 'an SVG drawing' };
  if (/^\s*<(!doctype html|html|head|body|script|\?php)/i.test(text)) {
    return { kind: 'html', label: 'an HTML page or a script' };
  }
  return { kind: 'text', label: 'plain text' };
}
