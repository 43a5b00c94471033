import { siteProblems } from '../problems.ts';

export interface TemplatePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The position is for the log, never for visitors. */
export class ThemeRenderError extends Error {
  readonly file: string;
  readonly line: number;
  readonly column: number;

  constructor(place: TemplatePlace, message: string, cause: unknown) {
    super(`${place.file}, line ${place.line}, column ${place.column}: ${message}`, { cause });
    this.name = 'ThemeRenderError';
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
  }
}

export function invalidThemeAt(place: TemplatePlace, message: string): Error {
  return siteProblems.invalid_theme(
    `${place.file}, line ${place.line}, column ${place.column}: ${message}.`,
    { ...place },
  );
}

interface LiquidFailure {
  readonly token?: { readonly file?: string; getPosition?(): readonly [number, number] };
  readonly originalError?: Error;
}

export function locateError(error: unknown, file: string): TemplatePlace {
  const { token } = error as LiquidFailure;
  const [line, column] = token?.getPosition?.() ?? [1, 1];
  return { file: token?.file ?? file, line, column };
}

export function extractMessage(error: unknown): string {
  const { originalError, message } = error as Error & LiquidFailure;
  if ((originalError ?? error) instanceof RangeError)
    return 'the template renders itself without end';
  return (originalError?.message ?? message).replace(/, file:.*$/s, '');
}
