import type { Template } from 'liquidjs';
import { resolveResult } from './resolve-result.ts';
import type { CompileNode, Compiler, Step } from './step.ts';
import { compileBranches, compileCase } from './tags/branches.ts';
import { compileBlock, compileLayout } from './tags/layouts.ts';
import { compileFor } from './tags/loops.ts';
import { compileEcho, compileOutput, compileRaw, compileText } from './tags/outputs.ts';
import { compileInclude, compileRender } from './tags/partials.ts';
import { compileAssign, compileCapture, compileLiquid } from './tags/variables.ts';

const kinds: readonly CompileNode[] = [
  ...[compileText, compileOutput, compileBranches, compileCase, compileFor],
  ...[compileRender, compileInclude, compileLayout, compileBlock],
  ...[compileAssign, compileCapture, compileEcho, compileRaw, compileLiquid],
];

/** Rare and unknown tags are rendered by Liquid. */
export function compileNode(template: Template, compiler: Compiler): Step {
  for (const kind of kinds) {
    const step = kind(template, compiler);
    if (step) return step;
  }
  return (ctx, out) => {
    const text = resolveResult(template.render(ctx, out));
    if (text) out.write(text);
  };
}
