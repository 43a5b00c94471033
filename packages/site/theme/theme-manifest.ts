import { LineCounter, parseDocument, isMap, isScalar } from 'yaml';
import { siteProblems } from '../problems.ts';

/** What `theme.yaml` says of a theme. */
export interface ThemeManifest {
  /** The name of the theme's folder, by which settings choose it. */
  readonly name: string;
  readonly version: string;
  readonly author: string;
  readonly description: string;
}

const keys = ['name', 'version', 'author', 'description'] as const;

/** Reads `theme.yaml`. Throws `invalid_theme` with the line for what is missing, unknown or no text. */
export function parseManifest(text: string): ThemeManifest {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const [error] = document.errors;
  if (error !== undefined) {
    throw invalid(lineCounter.linePos(error.pos[0]), error.message.split('\n')[0]!);
  }
  if (!isMap(document.contents)) {
    throw invalid({ line: 1, col: 1 }, `must be a mapping with ${keys.join(', ')}`);
  }
  for (const { key } of document.contents.items) {
    const value = isScalar(key) ? key.value : undefined;
    if (keys.some((known) => known === value)) continue;
    throw invalid(
      lineCounter.linePos(key.range?.[0] ?? 0),
      `${String(value)} is not known; ${keys.join(', ')} are`,
    );
  }
  const values = document.toJS() as Record<string, unknown>;
  return Object.fromEntries(
    keys.map((key) => [key, manifestText(values, key)]),
  ) as unknown as ThemeManifest;
}

function manifestText(values: Record<string, unknown>, key: (typeof keys)[number]): string {
  const value = values[key] ?? (key === 'name' || key === 'version' ? undefined : '');
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw invalid({ line: 1, col: 1 }, `${key} must be given, as text`);
}

function invalid(at: { line: number; col: number }, message: string): Error {
  return siteProblems.invalid_theme(`theme.yaml, line ${at.line}, column ${at.col}: ${message}.`, {
    file: 'theme.yaml',
    line: at.line,
    column: at.col,
  });
}
