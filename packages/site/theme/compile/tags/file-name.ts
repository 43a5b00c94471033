import { assert, type Context, type Liquid, type Template, type Token } from 'liquidjs';
import { settle } from '../settle.ts';
import type { Evaluate } from '../step.ts';
import { compileToken } from '../values.ts';

/** How a tag names a file: outright, by a text with values in it, or by a value. */
export type FileName = string | Template[] | Token | undefined;

/** The name of a file as a function. It throws where there is none. */
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

/** Where a name with values in it fails, Liquid takes the failure for the name, and finds no file that is called so. */
function compileNameText(file: Template[], liquid: Liquid): Evaluate {
  return (ctx) => {
    try {
      return settle(liquid.renderer.renderTemplates(file, ctx));
    } catch (failure) {
      return failure;
    }
  };
}
