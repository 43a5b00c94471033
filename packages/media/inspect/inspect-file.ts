import { inspectArchive } from './archive-file.ts';
import { inspectDrawing } from './drawing-file.ts';
import { FileBytes } from './file-bytes.ts';
import type { Inspected } from './inspected.ts';
import { kindOfName, type MediaKind } from './media-kinds.ts';
import { inspectPdf } from './pdf-file.ts';
import { inspectPicture } from './picture-file.ts';
import { checkBoxes, checkWav, checkWebm } from './recording-file.ts';
import { mismatch, unknownExtension } from './refusals.ts';
import { sniff } from './sniff.ts';
import { inspectText } from './text-file.ts';
import { refuseHiddenArchive } from './appended.ts';

type Inspect = (
  file: string,
  bytes: FileBytes,
  kind: MediaKind,
) => Promise<Partial<Inspected> | void>;

const inspectors: Readonly<Record<MediaKind['form'], Inspect>> = {
  picture: inspectPicture,
  drawing: (_file, bytes) => inspectDrawing(bytes),
  boxes: (_file, bytes, kind) => checkBoxes(bytes, kind),
  webm: (_file, bytes, kind) => checkWebm(bytes, kind),
  wav: (_file, bytes, kind) => checkWav(bytes, kind),
  // A recording that can be played from anywhere to anywhere has no end that could be missing.
  stream: async () => undefined,
  pdf: (_file, bytes) => inspectPdf(bytes),
  zip: (_file, bytes) => inspectArchive(bytes),
  text: (file) => inspectText(file),
};

/**
 * Looks at an uploaded file: whether its content is what its name promises, is whole, and does no harm. `file` is its
 * place on this machine, `name` the name that it is to have. However large the file, memory stays flat.
 *
 * @throws `unsupported_media_type` when the name promises a type that is not taken, or the content is of another;
 * `invalid_media` when the content is broken, too large to be shown, or carries what it must not.
 */
export async function inspectFile(file: string, name: string): Promise<Inspected> {
  const kind = kindOfName(name);
  if (kind === undefined) throw unknownExtension(name);
  await using bytes = await FileBytes.open(file);
  await refuseOtherContent({ file, name, bytes, kind });
  if (kind.form !== 'zip' && kind.form !== 'text') await refuseHiddenArchive(bytes, kind);
  const found = await inspectors[kind.form](file, bytes, kind);
  return { width: null, height: null, exif: null, ...found, type: kind.type };
}

interface Promised {
  readonly file: string;
  readonly name: string;
  readonly bytes: FileBytes;
  readonly kind: MediaKind;
}

async function refuseOtherContent({ file, name, bytes, kind }: Promised): Promise<void> {
  // Any text may begin as some format does, and a drawing is parsed from its first character to its last.
  if (kind.form === 'text') return;
  const content = await sniff(file, bytes, kind);
  if (kind.form === 'drawing' && ['xml', 'text', 'html', 'unknown'].includes(content.kind)) return;
  if (!kind.contents.includes(content.kind)) throw mismatch(name, kind, content);
}
