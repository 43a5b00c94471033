import { isProblem, type DocumentDetail } from '@galley/sdk';
import { Annotation, type Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { galley } from '../../../lib/galley.ts';
import { withoutErrorsAt } from '../../../fields/index.ts';
import { fieldErrors } from '../../../lib/problem-text.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { AiWriting } from '../text/ai-writing.ts';
import { Asking } from './asking.ts';
import { baseOf, conflictOf, type Told } from './conflict-of.ts';
import type { EditingState, Restored } from './editing-state.ts';
import { isSame, readFrontmatter, withChange, withValues } from './frontmatter-text.ts';
import { Keeper } from './keeper.ts';
import type { Kept, SentText } from './kept.ts';
import { isWriters } from './keys.ts';
import { prepareLeaving } from './leaving-galley.ts';
import { LockKeeper } from './lock-keeper.ts';
import { looksLikeFile, splitSource } from './source-parts.ts';
import { wholeFile } from './whole-file.ts';

export interface TextHooks {
  /** Called for each key. */
  readonly onType: () => void;
  readonly onBlur: () => void;
  readonly asking: Asking;
}

/** Marks changes that the page itself makes in the editor. */
export const notTyped = Annotation.define<true>();

interface EditingOptions {
  readonly detail: DocumentDetail;
  readonly username: string;
  readonly makeView: (text: string, hooks: TextHooks) => EditorView;
}

/** Unsaved text from the server or from this browser. */
export interface EarlierText extends SentText {
  readonly baseRevision: string;
  readonly at: string;
}

/** Editing session of one document: saved state, typed text, and saving. */
export class Editing {
  readonly state: Store<EditingState>;
  readonly view: EditorView;
  readonly username: string;
  readonly keeper: Keeper;
  readonly lock: LockKeeper;
  readonly asking = new Asking();
  readonly writing: AiWriting;
  /** Fires 400 ms after the last key, for outline, counts and preview. */
  readonly settled = createStore(0);
  #savedBody: Text;
  #savedYaml: string;
  /** Revision that the text is based on. */
  #baseRevision: string;
  /** Whether the user typed YAML; if so, a save sends the whole file. */
  #isYamlTyped = false;
  #settleTimer = 0;
  #discarded: EarlierText | undefined;

  constructor({ detail, username, makeView }: EditingOptions) {
    const { yaml, body } = splitSource(detail.raw);
    this.username = username;
    this.view = makeView(body, {
      onType: () => this.#typed(),
      onBlur: () => this.keeper.hurry(),
      asking: this.asking,
    });
    this.writing = new AiWriting(this.view);
    this.#savedBody = this.view.state.doc;
    this.#savedYaml = yaml;
    this.#baseRevision = detail.revision;
    this.state = createStore<EditingState>({
      detail,
      yaml,
      isDirty: false,
      isSaving: false,
      restored: null,
      conflict: null,
      ...valuesOf(yaml),
      kept: { state: 'clean' },
      lock: { state: 'free' },
      fieldErrors: {},
      problem: null,
      refusals: 0,
    });
    const { path } = detail;
    this.keeper = new Keeper({
      username,
      path,
      unsaved: () => this.#unsaved(),
      say: (kept) => this.#say(kept),
    });
    this.lock = new LockKeeper(path, (lock) => this.#set({ lock }));
    this.lock.hear(detail.lock, username);
  }

  get path(): string {
    return this.state.get().detail.path;
  }

  restore(earlier: EarlierText): void {
    const { yaml, body, isTyped } = this.#partsOf(earlier);
    const isNew = body !== this.view.state.doc.toString() || yaml !== this.state.get().yaml;
    if (!isNew) {
      void this.keeper.flush();
      return;
    }
    this.#baseRevision = earlier.baseRevision;
    this.#isYamlTyped = isTyped;
    this.#write(body);
    const restored: Restored = {
      at: earlier.at,
      isStale: earlier.baseRevision !== this.state.get().detail.revision,
    };
    this.#set({ yaml, ...valuesOf(yaml), restored, isDirty: true });
    this.keeper.touch();
  }

  async discard(): Promise<void> {
    const { detail } = this.state.get();
    this.#discarded = {
      ...this.textNow(),
      baseRevision: this.#baseRevision,
      at: new Date().toISOString(),
    };
    this.#baseRevision = detail.revision;
    this.#isYamlTyped = false;
    this.#write(this.#savedBody.toString());
    this.#set({
      yaml: this.#savedYaml,
      ...valuesOf(this.#savedYaml),
      restored: null,
      conflict: null,
      isDirty: false,
      fieldErrors: {},
      problem: null,
    });
    await this.keeper.flush();
  }

  undoDiscard(): void {
    if (this.#discarded) this.restore(this.#discarded);
  }

  /** Opens the conflict view with the current version on the server. */
  async compare(): Promise<void> {
    const { path } = this;
    const detail = await galley.documents.get({ path });
    const base = await baseOf(path, this.#baseRevision);
    const { revision, raw, last_change: change } = detail;
    this.#meet({ current_revision: revision, current: { raw, change }, base });
  }

  putAwayNotice(): void {
    this.#set({ restored: null });
  }

  /** Sets a field of the frontmatter; `undefined` removes it. */
  setValue(path: readonly string[], value: unknown): void {
    const { yaml, values, fieldErrors: errors } = this.state.get();
    if (isSame(path.reduce<unknown>(inside, values), value)) return;
    const rest = withoutErrorsAt(errors, path.join('.'));
    this.#setYaml(withChange(yaml, path, value), { fieldErrors: rest });
  }

  typeYaml(yaml: string): void {
    if (yaml === this.state.get().yaml) return;
    this.#isYamlTyped = yaml !== this.#savedYaml;
    this.#setYaml(yaml, {});
  }

  /** Saves after pending requests. False: the server refused, or could not be reached. */
  save(message?: string): Promise<boolean> {
    return this.keeper.exclusively(() => this.#save(message));
  }

  async #save(message: string | undefined): Promise<boolean> {
    this.#set({ isSaving: true, problem: null, fieldErrors: {} });
    try {
      if (!this.isDirty()) {
        this.keeper.saved();
        return true;
      }
      const sent = this.textNow();
      const body = this.view.state.doc;
      const { yaml } = this.state.get();
      const detail = await galley.documents.save({
        path: this.path,
        ...sent,
        expected_revision: this.#baseRevision,
        ...(this.lock.token !== undefined && { lock_token: this.lock.token }),
        ...(message && { message }),
      });
      this.#accept(detail, { body, yaml });
      return true;
    } catch (error) {
      this.#refused(error);
      return false;
    } finally {
      this.#set({ isSaving: false });
    }
  }

  /** Saves the merged text on top of the other version. Throws the refusal of the server. */
  async saveMerged(text: string): Promise<void> {
    const { conflict, detail } = this.state.get();
    if (!conflict) return;
    const status = { status: detail.status, yaml: splitSource(conflict.theirs).yaml };
    const merged = {
      path: this.path,
      content: wholeFile(splitSource(text), status),
      expected_revision: conflict.theirRevision,
      ...(this.lock.token !== undefined && { lock_token: this.lock.token }),
    };
    try {
      this.take(await this.keeper.exclusively(() => galley.documents.save(merged)));
    } catch (error) {
      if (isProblem(error, 'stale_revision')) this.#refused(error);
      throw error;
    }
  }

  /** Replaces the text by a saved document; typed text remains available through undo. */
  take(detail: DocumentDetail): void {
    const { yaml, body } = splitSource(detail.raw);
    this.#write(body);
    this.#isYamlTyped = false;
    this.#set({ yaml, ...valuesOf(yaml), restored: null, conflict: null, problem: null });
    this.#accept(detail, { body: this.view.state.doc, yaml });
    this.#settle();
  }

  /** Takes over a document whose status or people changed and whose text did not. */
  hear(detail: DocumentDetail): void {
    this.#accept(detail, { body: this.#savedBody, yaml: this.#savedYaml });
  }

  /** Shows refusals at their fields. */
  complain(error: unknown): void {
    const errors = Object.entries(fieldErrors(error)).map(
      ([path, message]) => [path.replace(/^frontmatter\./, ''), message] as const,
    );
    if (errors.length === 0) return;
    const { refusals } = this.state.get();
    this.#set({ fieldErrors: Object.fromEntries(errors), refusals: refusals + 1 });
  }

  closeConflict(): void {
    this.#set({ conflict: null });
  }

  isDirty(): boolean {
    const { yaml } = this.state.get();
    return yaml !== this.#savedYaml || !this.view.state.doc.eq(this.#savedBody);
  }

  /** Body of a save request for the current text. */
  textNow(): SentText {
    const content = this.view.state.doc.toString();
    const { yaml, values, yamlProblem, detail } = this.state.get();
    const isWhole =
      this.#isYamlTyped || yamlProblem !== null || detail.problem?.severity === 'error';
    if (isWhole && yaml.trim() !== '')
      return {
        content: wholeFile(
          { yaml, body: content },
          { status: detail.status, yaml: this.#savedYaml },
        ),
      };
    if (yaml === this.#savedYaml && !looksLikeFile(content)) return { content };
    const saved = readFrontmatter(this.#savedYaml).values;
    // Unchanged values go back in the server's spelling.
    const mine = Object.entries(values)
      .filter(([name]) => isWriters(name))
      .map(([name, value]) => [
        name,
        isSame(value, saved[name]) ? detail.frontmatter[name] : value,
      ]);
    return { content, frontmatter: Object.fromEntries(mine) as Record<string, unknown> };
  }

  #unsaved() {
    if (!this.isDirty()) return null;
    return { ...this.textNow(), baseRevision: this.#baseRevision };
  }

  #partsOf({ content, frontmatter }: SentText) {
    const { yaml } = this.state.get();
    if (frontmatter) {
      const written = withValues(yaml, frontmatter, isWriters);
      return { yaml: written, body: content, isTyped: false };
    }
    if (looksLikeFile(content)) return { ...splitSource(content), isTyped: true };
    return { yaml, body: content, isTyped: false };
  }

  #accept(detail: DocumentDetail, sent: { readonly body: Text; readonly yaml: string }): void {
    const { yaml, body } = splitSource(detail.raw);
    const state = this.state.get();
    this.#baseRevision = detail.revision;
    this.#savedYaml = yaml;
    const isUntouched = this.view.state.doc.eq(sent.body);
    if (isUntouched && body !== sent.body.toString()) this.#write(body);
    this.#savedBody = isUntouched ? this.view.state.doc : sent.body;
    const isYamlUntouched = state.yaml === sent.yaml;
    if (isYamlUntouched) this.#isYamlTyped = false;
    // Text typed during the save stays; keys that only the server writes are taken over.
    const { values } = readFrontmatter(yaml);
    const next = isYamlUntouched
      ? yaml
      : withValues(state.yaml, values, (name) => !isWriters(name));
    this.#set({
      detail,
      yaml: next,
      ...valuesOf(next),
      restored: null,
      isDirty: next !== yaml || !this.view.state.doc.eq(this.#savedBody),
    });
    this.lock.hear(detail.lock, this.username);
    this.keeper.saved();
  }

  #refused(error: unknown): void {
    void this.keeper.flush();
    if (isProblem(error, 'stale_revision')) {
      this.#meet(error.details as unknown as Told);
      return;
    }
    if (isProblem(error, 'document_locked')) this.lock.lost(error.details);
    this.#set({ problem: error });
    this.complain(error);
  }

  #meet(told: Told): void {
    const mine = { yaml: this.state.get().yaml, body: this.view.state.doc.toString() };
    const isYamlMine = mine.yaml !== this.#savedYaml;
    this.#set({ conflict: conflictOf(told, { mine, isYamlMine }) });
  }

  #setYaml(yaml: string, more: Partial<EditingState>): void {
    this.#set({ yaml, ...valuesOf(yaml), ...more });
    this.#set({ isDirty: this.isDirty() });
    this.keeper.touch();
    this.lock.want();
    this.#settle();
  }

  #typed(): void {
    const { isDirty, kept } = this.state.get();
    if (!isDirty || kept.state === 'clean' || kept.state === 'kept')
      this.#set({ isDirty: true, kept: { state: 'typing' } });
    this.keeper.touch();
    this.lock.want();
    this.#settle();
  }

  #settle(): void {
    clearTimeout(this.#settleTimer);
    this.#settleTimer = window.setTimeout(() => {
      const isDirty = this.isDirty();
      if (isDirty !== this.state.get().isDirty) this.#set({ isDirty });
      this.settled.set((count) => count + 1);
    }, 400);
  }

  #write(text: string): void {
    const { doc } = this.view.state;
    if (doc.toString() === text) return;
    this.view.dispatch({
      changes: { from: 0, to: doc.length, insert: text },
      annotations: notTyped.of(true),
    });
    this.#settle();
  }

  #say(kept: Kept): void {
    const isFirst = kept.state === 'keeping' && this.state.get().kept.state !== 'keeping';
    if (isFirst) void prepareLeaving();
    this.#set({ kept });
  }

  #set(next: Partial<EditingState>): void {
    this.state.set((current) => ({ ...current, ...next }));
  }
}

function valuesOf(yaml: string): Pick<EditingState, 'values' | 'yamlProblem'> {
  const { values, problem } = readFrontmatter(yaml);
  return { values, yamlProblem: problem };
}

function inside(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | undefined)?.[name];
}
