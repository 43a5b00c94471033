import { CaseTag, IfTag, isTruthy, toValue, UnlessTag } from 'liquidjs';
import { equals } from '../operators.ts';
import type { CompileNode } from '../step.ts';
import { compileToken, compileValue } from '../values.ts';

export const compileBranches: CompileNode = (template, compiler) => {
  if (!(template instanceof IfTag || template instanceof UnlessTag)) return undefined;
  const branches = template.branches.map((branch) => ({
    value: compileValue(branch.value),
    holds: 'test' in branch ? branch.test : isTruthy,
    body: compiler.sequence(branch.templates),
  }));
  const otherwise = compiler.sequence(template.elseTemplates ?? []);
  return (ctx, out) => {
    for (const { value, holds, body } of branches) {
      if (holds(value(ctx), ctx)) return body(ctx, out);
    }
    otherwise(ctx, out);
  };
};

/** Renders every matching branch. */
export const compileCase: CompileNode = (template, compiler) => {
  if (!(template instanceof CaseTag)) return undefined;
  const subject = compileValue(template.value);
  const branches = template.branches.map(({ values, templates }) => ({
    values: values.map(compileToken),
    body: compiler.sequence(templates),
  }));
  const otherwise = compiler.sequence(template.elseTemplates);
  return (ctx, out) => {
    const value: unknown = toValue(subject(ctx));
    let isHit = false;
    for (const { values, body } of branches) {
      if (!values.some((candidate) => equals(value, candidate(ctx), ctx))) continue;
      body(ctx, out);
      isHit = true;
    }
    if (!isHit) otherwise(ctx, out);
  };
};
