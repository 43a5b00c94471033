import type { FileBytes } from './file-bytes.ts';
import type { MediaKind } from './media-kinds.ts';

/** What the bytes of a file are. */
export interface Content {
  /** In the words of file-type, such as `jpg`; `text`, `html`, `empty` and `unknown` besides. */
  readonly kind: string;
  /** As a sentence names it. */
  readonly label: string;
}

/**
 * Says what a file is by its bytes. Reads its beginning and what the format needs of the rest; what the file claims
 * of itself can neither make that much nor make it throw.
 */
export async function sniff(file: string, bytes: FileBytes, promised: MediaKind): Promise<Content> {
  const head = await bytes.at(0, 4096);
  if (head.length === 0) return { kind: 'empty', label: 'empty' };
  const early = byOwnRules(head);
  if (early !== undefined) return early;
  const found = await fromLibrary(file, head, promised);
  if (found !== undefined)
    return { kind: found.ext, label: `${found.ext.toUpperCase()} (${found.mime})` };
  return textOrUnknown(head);
}

/** Where a library would say less than is needed here, or read more of a hostile file than is needed. */
function byOwnRules(head: Buffer): Content | undefined {
  if (['PK\x03\x04', 'PK\x05\x06'].includes(head.toString('latin1', 0, 4))) {
    return { kind: 'zip', label: 'a ZIP archive' };
  }
  if (/^(RF64|BW64)....WAVE/s.test(head.toString('latin1', 0, 12))) {
    return { kind: 'wav', label: 'a WAV recording' };
  }
  return hasAvifBrand(head) ? { kind: 'avif', label: 'an AVIF picture' } : undefined;
}

/** An AVIF may have the brand of any picture of that container first, and its own among those that follow. */
function hasAvifBrand(head: Buffer): boolean {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(head.readUInt32BE(0), head.length, 256);
  const [major, , ...compatible] = head.toString('latin1', 8, end).match(/.{4}/gs) ?? [];
  const isPicture = major === 'mif1' || major === 'msf1';
  return [major, ...(isPicture ? compatible : [])].some((brand) => /^avi[fs]$/.test(brand ?? ''));
}

async function fromLibrary(file: string, head: Buffer, promised: MediaKind) {
  const isTagged = promised.contents.includes('mp3') && head.toString('latin1', 0, 3) === 'ID3';
  // With the readers of its formats, it is loaded when the first file comes.
  const { fileTypeFromFile } = await import('file-type');
  try {
    return await fileTypeFromFile(file, {
      maxBufferSize: 1024 * 1024,
      // Between its tags and its first sound, an MP3 often has some kilobytes of nothing.
      mpegOffsetTolerance: isTagged ? 4092 : 0,
    });
  } catch {
    // A file whose claims no reader can follow is none of the known ones.
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
