import { setImmediate } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { DrawingCheck } from './drawing-check.ts';
import { drawingText } from './drawing-text.ts';
import type { FileBytes } from './file-bytes.ts';
import type { Inspected } from './inspected.ts';

const chunkLength = 64 * 1024;

/** Well-formed XML with drawing elements only: no scripts, no external resources. @throws `invalid_media` */
export async function inspectDrawing(bytes: FileBytes): Promise<Partial<Inspected>> {
  const text = await drawingText(bytes);
  const check = new DrawingCheck(text);
  const parser: Parser = new Parser(
    {
      onattribute: (name, value) => check.attribute(name, value),
      onopentag: (name) => check.open(name, parser.startIndex, parser.endIndex),
      onclosetag: (name) => check.close(name, parser.startIndex, parser.endIndex),
      ontext: (data) => check.text(data, parser.startIndex, parser.endIndex),
      oncomment: () => check.comment(parser.startIndex, parser.endIndex),
      oncdatastart: () => check.startOfData(parser.startIndex, parser.endIndex),
      oncdataend: () => check.endOfData(),
      onprocessinginstruction: (name) =>
        check.instruction(name, parser.startIndex, parser.endIndex),
    },
    { xmlMode: true },
  );
  for (let at = 0; at < text.length; at += chunkLength) {
    parser.write(text.slice(at, at + chunkLength));
    if (at + chunkLength < text.length) await setImmediate();
  }
  parser.end();
  return check.finish();
}
