import { LiquidError, RenderError, type Context } from 'liquidjs';
import { compileNode } from './nodes.ts';
import type { Compiler } from './step.ts';

/** A time check costs as much as a node. */
const nodesPerTimeCheck = 32;

/** Errors name the innermost failing node, like Liquid; a timeout reports the current position. */
export function newSequencer(compiler: Compiler): Compiler['sequence'] {
  let untilLook = nodesPerTimeCheck;
  const passNode = (ctx: Context): void => {
    if (--untilLook > 0) return;
    untilLook = nodesPerTimeCheck;
    ctx.renderLimit.check(performance.now());
  };
  return (templates) => {
    const steps = templates.map((template) => compileNode(template, compiler));
    return (ctx, out) => {
      passNode(ctx);
      for (let at = 0; at < steps.length; at++) {
        passNode(ctx);
        try {
          steps[at]!(ctx, out);
        } catch (error) {
          throw LiquidError.is(error) ? error : new RenderError(error as Error, templates[at]!);
        }
        if (ctx.breakCalled || ctx.continueCalled) break;
      }
    };
  };
}
