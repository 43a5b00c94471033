import { mediaProblems } from './problems.ts';

/** For `toEqual`: whether an error is this problem. */
export function aProblem(code: keyof typeof mediaProblems): {
  asymmetricMatch: (error: unknown) => boolean;
} {
  return { asymmetricMatch: (error) => mediaProblems[code].is(error) };
}
