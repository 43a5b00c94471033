import { EditorView } from '@codemirror/view';
import { queryClient } from '../../../app/query-client.ts';
import { galley } from '../../../lib/galley.ts';
import { createStore } from '../../../lib/store.ts';
import { acceptSuggestion, suggest, suggestionField } from './suggestion.ts';

export interface WritingState {
  /** `suggested`: it waits for somebody to take it or leave it. */
  readonly phase: 'idle' | 'writing' | 'suggested';
  /** Its greatest length was reached. */
  readonly isCut: boolean;
  /** Why there is no text, or no more of it. */
  readonly error: unknown;
}

const idle: WritingState = { phase: 'idle', isCut: false, error: null };

/** A text on its way: suggested in the text as it comes, and part of it once whoever asked for it accepts it. */
export class AiWriting {
  readonly state = createStore(idle);
  /** What to write, as it is typed. */
  readonly prompt = createStore('');
  readonly #view: EditorView;
  #running = new AbortController();

  constructor(view: EditorView) {
    this.#view = view;
  }

  /** In the place of what is selected. */
  async write(): Promise<void> {
    this.#end();
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.state.set({ ...idle, phase: 'writing' });
    try {
      const isCut = await this.#suggest(this.prompt.get(), signal);
      if (!signal.aborted) this.#settle({ isCut, error: null });
    } catch (error) {
      if (!signal.aborted) this.#settle({ isCut: false, error });
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['aiwriter'] });
    }
  }

  accept(): void {
    acceptSuggestion(this.#view);
    this.state.set(idle);
    this.#view.focus();
  }

  /** Also what is on its way. */
  refuse(): void {
    this.#end();
    this.#view.focus();
  }

  /** The page is left. */
  stop(): void {
    if (this.state.get().phase !== 'idle') this.#end();
  }

  #end(): void {
    this.#running.abort();
    this.#view.dispatch({ effects: suggest.of(null) });
    this.state.set(idle);
  }

  /** What has come can be taken; where nothing has, the text is as it was. */
  #settle(outcome: Pick<WritingState, 'isCut' | 'error'>): void {
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
