import { refuseDangerousData } from './appended.ts';
import type { FileBytes } from './file-bytes.ts';
import { damaged, truncated } from './refusals.ts';

const label = 'a PDF';
const tailLength = 64 * 1024;

/** Header at the first byte, end mark near the end, no other document after it. */
export async function inspectPdf(bytes: FileBytes): Promise<void> {
  const head = (await bytes.readAt(0, 5)).toString('latin1');
  if (head !== '%PDF-') throw damaged(label, 'it does not begin with "%PDF-"');
  const from = Math.max(0, bytes.size - tailLength);
  const mark = (await bytes.readAt(from, tailLength)).lastIndexOf('%%EOF');
  if (mark === -1) throw truncated(label, 'the mark of its end, "%%EOF", is missing');
  await refuseDangerousData(bytes, from + mark + '%%EOF'.length, label);
}
