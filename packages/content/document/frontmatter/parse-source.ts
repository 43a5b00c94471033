import type { Values } from '@galley/settings';
import { splitSource } from './fences.ts';
import { findForeignFormat } from './foreign-format.ts';
import { formats } from './formats.ts';
import { positionAt, type SourceProblem } from './source-problem.ts';

/** With a problem, `values` is empty and the body is still the text after the fence. */
export interface ParsedSource {
  readonly bom: boolean;
  readonly hasFrontmatter: boolean;
  readonly values: Values;
  readonly body: string;
  /** Start of the body, in UTF-16 units of the text. */
  readonly bodyOffset: number;
  readonly problem: SourceProblem | null;
}

/** Never throws: faults are returned as `problem`. */
export function parseSource(text: string): ParsedSource {
  const parts = splitSource(text);
  const common = {
    bom: parts.bom !== '',
    hasFrontmatter: parts.format !== null,
    body: parts.body,
    bodyOffset: text.length - parts.body.length,
  };
  if (parts.format === null) {
    const foreign = findForeignFormat(text);
    if (!foreign) return { ...common, values: {}, problem: null };
    const { message, offset } = foreign;
    return { ...common, values: {}, problem: { message, ...positionAt(text, offset) } };
  }
  const block = formats[parts.format].read(parts.block);
  if ('values' in block) return { ...common, values: block.values, problem: null };
  const offset = parts.bom.length + parts.opening.length + block.offset;
  const problem = { message: block.message, ...positionAt(text, offset) };
  return { ...common, values: {}, problem };
}
