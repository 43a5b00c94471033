import { inspectArchive } from './archive-file.ts';
import { inspectDrawing } from './drawing-file.ts';
import { FileBytes } from './file-bytes.ts';
import type { Inspected } from './inspected.ts';
import { findKindByName, type MediaKind } from './media-kinds.ts';
import { inspectPdf } from './pdf-file.ts';
import { inspectPicture } from './picture-file.ts';
import { checkBoxes, checkWav, checkWebm } from './recording-file.ts';
import { mismatch, unknownExtension } from './refusals.ts';
import { sniff } from './sniff.ts';
import { inspectText, isCaptions } from './text-file.ts';
import { refuseHiddenArchive } from './appended.ts';

type Inspect = (
  file: string,
  bytes: FileBytes,
  kind: MediaKind,
) => Promise<Partial<Inspected> | void>;

const inspectorByForm: Readonly<Record<MediaKind['form'], Inspect>> = {
  picture: inspectPicture,
  drawing: (_file, bytes) => inspectDrawing(bytes),
  boxes: (_file, bytes, kind) => checkBoxes(bytes, kind),
  webm: (_file, bytes, kind) => checkWebm(bytes, kind),
  wav: (_file, bytes, kind) => checkWav(bytes, kind),
  stream: async () => undefined,
  pdf: (_file, bytes) => inspectPdf(bytes),
  zip: (_file, bytes) => inspectArchive(bytes),
  text: (file) => inspectText(file),
};

/**
 * Checks that an upload matches its extension, is complete and harmless, in constant memory.
 *
 * @throws `unsupported_media_type` for an unknown extension or other content; `invalid_media`
 */
export async function inspectFile(file: string, name: string): Promise<Inspected> {
  const kind = findKindByName(name);
  if (kind === undefined) throw unknownExtension(name);
  await using bytes = await FileBytes.open(file);
  await requireMatchingContent({ file, name, bytes, kind });
  if (kind.form !== 'zip' && kind.form !== 'text') await refuseHiddenArchive(bytes, kind);
  const found = await inspectorByForm[kind.form](file, bytes, kind);
  return { width: null, height: null, exif: null, ...found, type: kind.type };
}

interface Candidate {
  readonly file: string;
  readonly name: string;
  readonly bytes: FileBytes;
  readonly kind: MediaKind;
}

async function requireMatchingContent({ file, name, bytes, kind }: Candidate): Promise<void> {
  // Text may start with any signature; drawings are parsed completely.
  if (kind.form === 'text' && (kind.type !== 'text/vtt' || (await isCaptions(bytes)))) return;
  const content = await sniff(file, bytes, kind);
  if (kind.form === 'drawing' && ['xml', 'text', 'html', 'unknown'].includes(content.kind)) return;
  if (kind.form === 'text' || !kind.contents.includes(content.kind))
    throw mismatch(name, kind, content);
}
