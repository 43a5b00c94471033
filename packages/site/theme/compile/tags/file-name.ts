import { assert, type Context, type Liquid, type Template, type Token } from 'liquidjs';
import { resolveResult } from '../resolve-result.ts';
import type { Evaluate } from '../step.ts';
import { compileToken } from '../values.ts';

export type FileName = string | Template[] | Token | undefined;

/** Throws when missing. */
export function compileFileName(file: FileName, liquid: Liquid): (ctx: Context) => string {
  if (typeof file === 'string' && file !== '') return () => file;
  const value = Array.isArray(file)
    ? compileNameText(file, liquid)
    : compileToken(file || undefined);
  return (ctx) => {
    const name = value(ctx);
    assert(name, () => `illegal file path "${String(name)}"`);
    return name as string;
  };
}

/** Liquid uses a failure as the name and reports an unknown file. */
function compileNameText(file: Template[], liquid: Liquid): Evaluate {
  return (ctx) => {
    try {
      return resolveResult(liquid.renderer.renderTemplates(file, ctx));
    } catch (failure) {
      return failure;
    }
  };
}
