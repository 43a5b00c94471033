import { parentPort } from 'node:worker_threads';
import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages, type BundledLanguage } from 'shiki/langs';
import { decodeClass, codeTheme } from './code-classes.ts';
import { escapeHtml } from './escape-html.ts';

/** The worker handles one request at a time. */
export interface HighlightRequest {
  readonly language: BundledLanguage;
  readonly text: string;
}

/** Safe HTML, or null when the grammar failed. */
export type HighlightAnswer = string | null;

let opened: Promise<HighlighterCore> | undefined;

// Unsupported patterns lose colour but no text.
const open = () =>
  createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [codeTheme],
    warnings: false,
  });

async function highlight({ language, text }: HighlightRequest): Promise<HighlightAnswer> {
  try {
    const highlighter = await (opened ??= open());
    await highlighter.loadLanguage(bundledLanguages[language]);
    const options = { lang: language, theme: codeTheme.name };
    // The caller terminates this thread on timeout.
    const lines = highlighter.codeToTokensBase(text, { ...options, tokenizeTimeLimit: 0 });
    return lines.map(lineHtml).join('\n');
  } catch {
    return null;
  }
}

interface Piece {
  readonly content: string;
  readonly color?: string;
}

/** White space needs no span. */
function lineHtml(pieces: readonly Piece[]): string {
  const runs: { name: string; text: string }[] = [];
  for (const { content, color } of pieces) {
    const last = runs.at(-1);
    const isBlank = content.trim() === '';
    const name = isBlank ? (last?.name ?? '') : decodeClass(color);
    if (last?.name === name) last.text += content;
    else runs.push({ name, text: content });
  }
  return runs.map(runHtml).join('');
}

function runHtml({ name, text }: { name: string; text: string }): string {
  const escaped = escapeHtml(text);
  return name === '' ? escaped : `<span class="${name}">${escaped}</span>`;
}

parentPort?.on('message', (request: HighlightRequest) => {
  void highlight(request).then((answer) => parentPort?.postMessage(answer));
});
