import { mediaProblems } from './problems.ts';

export function expectProblem(code: keyof typeof mediaProblems): {
  asymmetricMatch: (error: unknown) => boolean;
} {
  return { asymmetricMatch: (error) => mediaProblems[code].is(error) };
}
