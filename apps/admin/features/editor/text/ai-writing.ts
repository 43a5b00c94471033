import { EditorView } from '@codemirror/view';
import { queryClient } from '../../../app/query-client.ts';
import { galley } from '../../../lib/galley.ts';
import { createStore } from '../../../lib/store.ts';
import { acceptSuggestion, suggest, suggestionField } from './suggestion.ts';

export interface WritingState {
  /** `suggested`: the text waits to be accepted or rejected. */
  readonly phase: 'idle' | 'writing' | 'suggested';
  /** The text was truncated at its maximum length. */
  readonly isCut: boolean;
  readonly error: unknown;
}

const idle: WritingState = { phase: 'idle', isCut: false, error: null };

export class AiWriting {
  readonly state = createStore(idle);
  readonly prompt = createStore('');
  readonly #view: EditorView;
  #running = new AbortController();

  constructor(view: EditorView) {
    this.#view = view;
  }

  /** Replaces the selection. */
  async write(): Promise<void> {
    this.#end();
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.state.set({ ...idle, phase: 'writing' });
    try {
      const isCut = await this.#suggest(this.prompt.get(), signal);
      if (!signal.aborted) this.#finish({ isCut, error: null });
    } catch (error) {
      if (!signal.aborted) this.#finish({ isCut: false, error });
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['aiwriter'] });
    }
  }

  accept(): void {
    acceptSuggestion(this.#view);
    this.state.set(idle);
    this.#view.focus();
  }

  refuse(): void {
    this.#end();
    this.#view.focus();
  }

  stop(): void {
    if (this.state.get().phase !== 'idle') this.#end();
  }

  #end(): void {
    this.#running.abort();
    this.#view.dispatch({ effects: suggest.of(null) });
    this.state.set(idle);
  }

  #finish(outcome: Pick<WritingState, 'isCut' | 'error'>): void {
    if (this.#view.state.field(suggestionField)?.text) {
      this.state.set({ phase: 'suggested', ...outcome });
      return;
    }
    this.#end();
    this.state.set({ phase: 'idle', ...outcome });
  }

  async #suggest(prompt: string, signal: AbortSignal): Promise<boolean> {
    const view = this.#view;
    const { from, to } = view.state.selection.main;
    const chosen = view.state.sliceDoc(from, to);
    view.dispatch({
      effects: [suggest.of({ from, to, text: '' }), EditorView.scrollIntoView(to, { y: 'center' })],
    });
    const asked = chosen ? `${prompt}\n\n${chosen}` : prompt;
    for await (const event of galley.aiwriter.generate.stream({ prompt: asked }, { signal })) {
      if ('content' in event) return event.truncated;
      const now = view.state.field(suggestionField);
      if (now) view.dispatch({ effects: suggest.of({ ...now, text: now.text + event.text }) });
    }
    return false;
  }
}
