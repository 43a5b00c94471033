import { LiquidError, RenderError, type Context } from 'liquidjs';
import { compileNode } from './nodes.ts';
import type { Compiler } from './step.ts';

/** How many nodes may be passed before the clock is looked at: asking it takes as long as a node. */
const nodesPerLook = 32;

/**
 * Makes one function of nodes that follow each other. The innermost node that fails is named in the error, as Liquid
 * does; a page that takes too long fails where it is then.
 */
export function newSequencer(compiler: Compiler): Compiler['sequence'] {
  let untilLook = nodesPerLook;
  const passNode = (ctx: Context): void => {
    if (--untilLook > 0) return;
    untilLook = nodesPerLook;
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
