import { mediaProblems } from './problems.ts';

/** Matcher for `toEqual`: the error is this problem. */
export function expectProblem(code: keyof typeof mediaProblems): {
  asymmetricMatch: (error: unknown) => boolean;
} {
  return { asymmetricMatch: (error) => mediaProblems[code].is(error) };
}
