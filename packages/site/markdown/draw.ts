import type { Drawing } from './drawings.ts';

/** Longer sources are not drawn. */
const maxCharacters = { formula: 10_000, diagram: 20_000 } as const;

/** Safe HTML; undefined for sources with mistakes. Libraries are loaded for the first one of a kind. */
export async function draw({ kind, text, isDisplay }: Drawing): Promise<string | undefined> {
  if (text.length > maxCharacters[kind]) return undefined;
  try {
    if (kind === 'diagram') return (await import('./draw-diagram.ts')).drawDiagram(text);
    return (await import('./draw-formula.ts')).drawFormula(text, isDisplay);
  } catch {
    return undefined;
  }
}
