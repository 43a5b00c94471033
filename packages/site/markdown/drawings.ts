import type { Token, Tokens } from 'marked';
import { readCodeInfo } from './code-lines.ts';
import { escapeHtml } from './escape-html.ts';
import type { Formula } from './math.ts';
import type { TextSyntax } from './text-syntax.ts';

/** A formula or diagram, which a thread renders. */
export interface Drawing {
  readonly kind: 'formula' | 'diagram';
  /** LaTeX or Mermaid. */
  readonly text: string;
  /** A formula on lines of its own. */
  readonly isDisplay: boolean;
}

export function drawingOf(token: Token, syntax: TextSyntax): Drawing | undefined {
  if (token.type === 'formula') {
    const { text, isDisplay } = token as unknown as Formula;
    return { kind: 'formula', text, isDisplay };
  }
  if (token.type !== 'code') return undefined;
  const { lang, text } = token as Tokens.Code;
  const { language } = readCodeInfo(lang ?? '');
  if (syntax.math && language === 'math') return { kind: 'formula', text, isDisplay: true };
  if (syntax.diagrams && language === 'mermaid') return { kind: 'diagram', text, isDisplay: true };
  return undefined;
}

export interface SourceOptions {
  readonly isInline: boolean;
  /** Empty where none is drawn, as in feeds. */
  readonly notice: string;
}

export function sourceHtml({ kind, text }: Drawing, { isInline, notice }: SourceOptions): string {
  const shown = notice === '' ? '' : `<mark>${escapeHtml(notice)}</mark>`;
  const language = kind === 'formula' ? 'math' : 'mermaid';
  const source = escapeHtml(text.replace(/\n$/, ''));
  if (isInline) return `<code class="language-${language}">${source}</code>${shown && ` ${shown}`}`;
  const code = `<pre class="highlight" tabindex="0"><code class="language-${language}">${source}\n</code></pre>\n`;
  return shown === '' ? code : `<p>${shown}</p>\n${code}`;
}
