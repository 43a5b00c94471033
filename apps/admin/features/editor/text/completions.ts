import {
  acceptCompletion,
  autocompletion,
  completionStatus,
  type Completion,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { Prec, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { LucideIcon } from 'lucide-react';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { EditorPrompts } from '../session/editor-prompts.ts';
import { documentSource, emojiSource, peopleSource } from './name-completions.ts';
import { slashSource, type EntryCompletion } from './slash-menu.ts';

/** `/` for blocks, `[[` for documents, `@` for people, `:` for emoji. */
export function completions(prompts: EditorPrompts, path: () => string): Extension {
  return [
    autocompletion({
      override: [oneOf([slashSource(prompts), documentSource, peopleSource(path), emojiSource])],
      icons: false,
      // The default delay of 75 ms ignores Enter just after the menu opens; a typed slash is a request for it.
      interactionDelay: 0,
      addToOptions: [{ render: iconOf, position: 20 }],
    }),
    // As in other editors; it also keeps the focus from the list, which must be focusable because it scrolls.
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
    EditorView.updateListener.of(({ state, view }) => {
      if (completionStatus(state) === 'active')
        view.dom.querySelector('.cm-tooltip-autocomplete > ul')?.setAttribute('tabindex', '0');
    }),
    EditorView.theme({
      '.cm-slash-icon': {
        display: 'inline-flex',
        verticalAlign: '-3px',
        marginRight: 'var(--space-2)',
      },
      '.cm-tooltip.cm-tooltip-autocomplete > ul > li.cm-slash-group': {
        padding: 'var(--space-1) var(--space-2)',
        color: 'var(--ink-soft)',
        fontSize: 'var(--size-s)',
        cursor: 'default',
      },
      '.cm-tooltip.cm-tooltip-autocomplete > ul': {
        maxWidth: 'min(95vw, 26rem)',
        maxHeight: 'min(24rem, 45vh)',
      },
    }),
  ];
}

/**
 * As a single source: with several, each character asks those again that have no menu, and until they answer, Enter adds
 * a line instead of choosing.
 */
function oneOf(sources: readonly CompletionSource[]): CompletionSource {
  return (context) => {
    const results = sources.map((source) => source(context));
    const later = results.filter((result) => result instanceof Promise);
    const found = results.find((result) => result !== null && !(result instanceof Promise));
    if (found || later.length === 0) return found ?? null;
    return Promise.all(later).then(
      (all) => all.find((result) => result !== null) ?? null,
      (error: unknown) => {
        // The next character aborts the requests of this one.
        if (context.aborted) return null;
        throw error;
      },
    );
  };
}

const drawn = new Map<LucideIcon, HTMLElement>();

function iconOf(completion: Completion): Node | null {
  const { icon } = completion as Partial<EntryCompletion>;
  if (!icon) return null;
  const known = drawn.get(icon) ?? draw(icon);
  drawn.set(icon, known);
  return known.cloneNode(true);
}

/** CodeMirror's menu is not a part of React's page. */
function draw(icon: LucideIcon): HTMLElement {
  const place = document.createElement('span');
  place.className = 'cm-slash-icon';
  flushSync(() => createRoot(place).render(createElement(icon, { size: 16, 'aria-hidden': true })));
  return place;
}
