import { parentPort } from 'node:worker_threads';
import { createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { bundledLanguages, type BundledLanguage } from 'shiki/langs';
import { classOfColour, codeTheme } from './code-classes.ts';
import { escapeHtml } from './escape-html.ts';

/** What the worker is asked for, one at a time. */
export interface HighlightRequest {
  readonly language: BundledLanguage;
  readonly text: string;
}

/** Safe HTML, or null where the grammar could not read the text. */
export type HighlightAnswer = string | null;

let opened: Promise<HighlighterCore> | undefined;

// A pattern that the engine of JavaScript cannot express is passed over: some colour is lost, and never the text.
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
    // Without Shiki's own limit, which is one for each line: whoever asks ends this thread when it takes too long.
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

/** Neighbours of one class share a span, and white space needs none. */
function lineHtml(pieces: readonly Piece[]): string {
  const runs: { name: string; text: string }[] = [];
  for (const { content, color } of pieces) {
    const last = runs.at(-1);
    const isBlank = content.trim() === '';
    const name = isBlank ? (last?.name ?? '') : classOfColour(color);
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
