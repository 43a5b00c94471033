import { setImmediate } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { DrawingCheck } from './drawing-check.ts';
import { drawingText } from './drawing-text.ts';
import type { FileBytes } from './file-bytes.ts';
import type { Inspected } from './inspected.ts';

const piece = 64 * 1024;

/**
 * Reads an SVG from its beginning to its end. Only what draws may stand in it: no script, nothing that loads from
 * elsewhere, no other language of the web. It must be well-formed, so that a browser sees in it what is seen here.
 *
 * @throws `invalid_media` with the line
 */
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
  for (let at = 0; at < text.length; at += piece) {
    parser.write(text.slice(at, at + piece));
    // Others get their turn between pieces of a long drawing.
    if (at + piece < text.length) await setImmediate();
  }
  parser.end();
  return check.finish();
}
