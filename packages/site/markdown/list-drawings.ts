import type { Token, TokensList } from 'marked';
import { drawingOf, type Drawing } from './drawings.ts';
import { visitTokens } from './marked-text.ts';
import type { TextSyntax } from './text-syntax.ts';

/** Per text; further ones are displayed as source. */
const maxDrawings = 2_000;

export interface FoundDrawing {
  readonly token: Token;
  readonly drawing: Drawing;
}

/** Also code blocks of the languages `math` and `mermaid`. */
export function listDrawings(tokens: TokensList, syntax: TextSyntax): readonly FoundDrawing[] {
  if (!syntax.math && !syntax.diagrams) return [];
  const found: FoundDrawing[] = [];
  visitTokens(tokens, (token) => {
    const drawing = drawingOf(token, syntax);
    if (drawing) found.push({ token, drawing });
  });
  return found.slice(0, maxDrawings);
}
