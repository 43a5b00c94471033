import { ForTag, type Context, type Hash } from 'liquidjs';
import type { CompileNode } from '../step.ts';
import { compileHash, compileToken } from '../values.ts';
import { enumerable, LoopState } from './loop-state.ts';
import { newScope } from './scope.ts';

export const compileFor: CompileNode = (template, compiler) => {
  if (!(template instanceof ForTag)) return undefined;
  const { variable } = template;
  const name = template.collection.getText();
  const continueKey = `continue-${variable}-${name}`;
  const collection = compileToken(template.collection);
  const options = compileOptions(template.hash, continueKey);
  const body = compiler.sequence(template.templates);
  const otherwise = compiler.sequence(template.elseTemplates);
  return (ctx, out) => {
    const all = enumerable(collection(ctx));
    if (all.length === 0) return otherwise(ctx, out);
    const chosen = options(ctx);
    const items = choose(all, chosen);
    ctx.setRegister(continueKey, (chosen.offset || 0) + items.length);
    const scope = newScope({ forloop: new LoopState(items.length, name, variable) });
    ctx.push(scope);
    for (const item of items) {
      scope[variable] = item;
      ctx.continueCalled = ctx.breakCalled = false;
      body(ctx, out);
      if (ctx.breakCalled) break;
      (scope.forloop as LoopState).next();
    }
    ctx.continueCalled = ctx.breakCalled = false;
    ctx.pop();
  };
};

interface LoopOptions {
  readonly offset?: number;
  readonly limit?: number;
  readonly reversed?: unknown;
}

/** `offset: continue` resumes where the previous loop ended. */
function compileOptions(hash: Hash, continueKey: string): (ctx: Context) => LoopOptions {
  if (Object.keys(hash.hash).length === 0) return () => ({});
  const options = compileHash(hash);
  return (ctx) => {
    ctx.push(newScope({ continue: ctx.getRegister(continueKey, {}) }));
    const chosen = options(ctx);
    ctx.pop();
    return chosen;
  };
}

function choose(all: readonly unknown[], { offset, limit, reversed }: LoopOptions) {
  let items = all;
  if (offset !== undefined) items = items.slice(offset);
  if (limit !== undefined) items = items.slice(0, limit);
  return reversed === undefined ? items : items.toReversed();
}
