import { isProblem } from '@galley/sdk';
import type { ChangeSpec, Text } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { getEditable, requireEditable, type EditableDocument } from './editable-document.ts';
import { galley } from '../../../lib/galley.ts';
import { withoutErrorsAt, type FieldErrors } from '../../../fields/index.ts';
import { fieldErrors } from '../../../lib/problem-text.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { AiWriting } from '../text/ai-writing.ts';
import { EditorPrompts } from './editor-prompts.ts';
import { loadBase, createConflict, type StaleRevisionDetails } from './create-conflict.ts';
import { firstState, parseValues, type EditingState, type Restored } from './editing-state.ts';
import {
  isDeepEqual,
  readFrontmatter,
  valueAt,
  withChange,
  withValues,
} from './frontmatter-text.ts';
import { DraftBackup } from './draft-backup.ts';
import type { BackupState, DocumentText } from './backup-state.ts';
import { isWriterKey } from './frontmatter-keys.ts';
import { prepareUnloadClient } from './unload-client.ts';
import { EditLock } from './edit-lock.ts';
import { RoomLink } from './room-link.ts';
import { saveDocument } from './save-document.ts';
import { differences, wholeText } from './differences.ts';
import { programmaticChange, type TextHooks } from './text-hooks.ts';
import { partsOfText, textOfFile, writtenText } from './written-text.ts';
import { splitSource, type SourceParts } from './source-parts.ts';
import { buildFile } from './build-file.ts';

interface EditingSessionOptions {
  readonly detail: EditableDocument;
  readonly username: string;
  readonly makeView: (text: string, hooks: TextHooks) => EditorView;
}

export interface UnsavedText extends DocumentText {
  readonly baseRevision: string;
  readonly at: string;
}

export class EditingSession {
  readonly state: Store<EditingState>;
  readonly view: EditorView;
  readonly username: string;
  readonly backup: DraftBackup;
  readonly lock: EditLock;
  readonly prompts = new EditorPrompts();
  readonly room = new RoomLink();
  readonly writing: AiWriting;
  /** Fires 400 ms after the last key. */
  readonly debouncedChange = createStore(0);
  #savedBody: Text;
  #savedYaml: string;
  #baseRevision: string;
  /** A save then sends the whole file. */
  #isYamlTyped = false;
  #debounceTimer = 0;
  #discarded: UnsavedText | undefined;

  constructor({ detail, username, makeView }: EditingSessionOptions) {
    const { yaml, body } = splitSource(detail.raw);
    this.username = username;
    this.#savedYaml = yaml;
    this.#baseRevision = detail.revision;
    this.state = createStore(firstState(detail, yaml));
    this.view = makeView(body, {
      onType: () => this.#typed(),
      onBlur: () => this.backup.flushPending(),
      prompts: this.prompts,
      path: () => this.path,
    });
    this.writing = new AiWriting(this.view);
    this.#savedBody = this.view.state.doc;
    const { path } = detail;
    this.backup = new DraftBackup({
      username,
      path,
      getUnsavedText: () => this.#unsaved(),
      onStateChange: (backupState) => this.#say(backupState),
    });
    this.lock = new EditLock(path, (lock) => this.#set({ lock }));
    this.lock.applyDocumentLock(detail.lock, username);
  }

  get path(): string {
    return this.state.get().detail.path;
  }

  restore(earlier: UnsavedText): void {
    const { yaml, body, isTyped } = partsOfText(earlier, this.state.get().yaml);
    const isNew = body !== this.view.state.doc.toString() || yaml !== this.state.get().yaml;
    if (!isNew) {
      void this.backup.flush();
      return;
    }
    this.#baseRevision = earlier.baseRevision;
    this.#isYamlTyped = isTyped;
    // Before the editor is in the page, a partial change would leave it with wrong measures.
    this.#write(body, wholeText);
    const restored: Restored = {
      at: earlier.at,
      isStale: earlier.baseRevision !== this.state.get().detail.revision,
    };
    this.#set({ yaml, ...parseValues(yaml), restored, isDirty: true });
    this.backup.schedule();
  }

  async discard(): Promise<void> {
    const { detail } = this.state.get();
    this.#discarded = {
      ...this.currentText(),
      baseRevision: this.#baseRevision,
      at: new Date().toISOString(),
    };
    this.#baseRevision = detail.revision;
    this.#isYamlTyped = false;
    this.#write(this.#savedBody.toString());
    this.#set({
      yaml: this.#savedYaml,
      ...parseValues(this.#savedYaml),
      restored: null,
      conflict: null,
      isDirty: false,
      fieldErrors: {},
      problem: null,
    });
    await this.backup.flush();
  }

  undoDiscard(): void {
    if (this.#discarded) this.restore(this.#discarded);
  }

  async compare(): Promise<void> {
    const { path } = this;
    const detail = await getEditable(path);
    const base = await loadBase(path, this.#baseRevision);
    const { revision, raw, last_change: change } = detail;
    this.#openConflict({ current_revision: revision, current: { raw, change }, base });
  }

  dismissRestoredNotice(): void {
    this.#set({ restored: null });
  }

  /** `undefined` removes the field. */
  setValue(path: readonly string[], value: unknown): void {
    const { yaml, values, fieldErrors: errors } = this.state.get();
    if (isDeepEqual(valueAt(values, path), value)) return;
    const rest = withoutErrorsAt(errors, path.join('.'));
    this.#setYaml(withChange(yaml, path, value), { fieldErrors: rest });
  }

  typeYaml(yaml: string): void {
    if (yaml === this.state.get().yaml) return;
    this.#isYamlTyped = yaml !== this.#savedYaml;
    this.#setYaml(yaml, {});
  }

  /** False: the server refused, or could not be reached. */
  save(message?: string): Promise<boolean> {
    return this.backup.runExclusively(() => this.#save(message));
  }

  async #save(message: string | undefined): Promise<boolean> {
    this.#set({ isSaving: true, problem: null, fieldErrors: {} });
    try {
      await this.room.waitUntilStored();
      if (!this.isDirty()) {
        this.backup.handleSaved();
        return true;
      }
      const body = this.view.state.doc;
      const { detail, yaml } = this.state.get();
      const input = {
        path: this.path,
        ...this.currentText(),
        expected_revision: this.#baseRevision,
        ...(this.lock.token !== undefined && { lock_token: this.lock.token }),
        ...(message && { message }),
      };
      const before = { detail, yaml, body: body.toString(), username: this.username };
      this.#applySaved(await saveDocument(input, before), { body, yaml });
      return true;
    } catch (error) {
      if (await this.room.catchUp(error)) return await this.#save(message);
      this.#handleRefusal(error);
      return false;
    } finally {
      this.#set({ isSaving: false });
    }
  }

  /** Throws the refusal of the server. */
  async saveMerged(text: string): Promise<void> {
    const { conflict, detail } = this.state.get();
    if (!conflict) return;
    const status = { status: detail.status, yaml: splitSource(conflict.theirs).yaml };
    const merged = {
      include: 'raw' as const,
      path: this.path,
      ...textOfFile(buildFile(splitSource(text), status), detail.isForeign),
      expected_revision: conflict.theirRevision,
      ...(this.lock.token !== undefined && { lock_token: this.lock.token }),
    };
    try {
      const saved = await this.backup.runExclusively(() => galley.documents.save(merged));
      this.replaceText(requireEditable(saved));
    } catch (error) {
      if (isProblem(error, 'stale_revision')) this.#handleRefusal(error);
      throw error;
    }
  }

  /** Typed text remains available through undo. */
  replaceText(detail: EditableDocument): void {
    const { yaml, body } = splitSource(detail.raw);
    this.#write(body);
    this.#isYamlTyped = false;
    this.#set({ yaml, ...parseValues(yaml), restored: null, conflict: null, problem: null });
    this.#applySaved(detail, { body: this.view.state.doc, yaml });
    this.#scheduleDebounced();
  }

  /** For a document whose status or people changed and whose text did not. */
  updateDetail(detail: EditableDocument): void {
    this.#applySaved(detail, { body: this.#savedBody, yaml: this.#savedYaml });
  }

  savedParts(): SourceParts {
    return { yaml: this.#savedYaml, body: this.#savedBody.toString() };
  }

  parts(): SourceParts {
    return { yaml: this.state.get().yaml, body: this.view.state.doc.toString() };
  }

  /** Continues with `merged` as unsaved text on top of a newer version. */
  adopt(newer: EditableDocument, { yaml, body }: SourceParts): void {
    const saved = splitSource(newer.raw);
    this.#baseRevision = newer.revision;
    this.#savedYaml = saved.yaml;
    this.#savedBody = this.view.state.toText(saved.body);
    this.#isYamlTyped = false;
    this.#write(body);
    this.#set({ detail: newer, yaml, ...parseValues(yaml), restored: null, problem: null });
    this.#set({ isDirty: this.isDirty() });
    this.lock.applyDocumentLock(newer.lock, this.username);
    this.backup.schedule();
  }

  showFieldErrors(error: unknown): void {
    const errors = Object.entries(fieldErrors(error)).map(
      ([path, message]) => [path.replace(/^frontmatter\./, ''), message] as const,
    );
    if (errors.length > 0) this.showErrorsAt(Object.fromEntries(errors));
  }

  showErrorsAt(errors: FieldErrors): void {
    this.#set({ fieldErrors: errors, refusals: this.state.get().refusals + 1 });
  }

  closeConflict(): void {
    this.#set({ conflict: null });
  }

  isDirty(): boolean {
    const { yaml } = this.state.get();
    return yaml !== this.#savedYaml || !this.view.state.doc.eq(this.#savedBody);
  }

  currentText(parts: SourceParts = this.parts()): DocumentText {
    const { values, yamlProblem, detail } = this.state.get();
    return writtenText(parts, {
      detail,
      savedYaml: this.#savedYaml,
      values,
      isWhole:
        (this.#isYamlTyped && !detail.isForeign) ||
        yamlProblem !== null ||
        detail.problem?.severity === 'error',
    });
  }

  #unsaved() {
    if (!this.isDirty()) return null;
    const parts = this.room.partsToBackUp(this.parts(), this.savedParts());
    return parts && { ...this.currentText(parts), baseRevision: this.#baseRevision };
  }

  /** Another member of the room changed the text. */
  noteRemoteChange(): void {
    if (!this.state.get().isDirty) this.#set({ isDirty: true });
    this.#scheduleDebounced();
  }

  #applySaved(
    detail: EditableDocument,
    sent: { readonly body: Text; readonly yaml: string },
  ): void {
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
      : withValues(state.yaml, values, (name) => !isWriterKey(name));
    this.#set({
      detail,
      yaml: next,
      ...parseValues(next),
      restored: null,
      isDirty: next !== yaml || !this.view.state.doc.eq(this.#savedBody),
    });
    this.lock.applyDocumentLock(detail.lock, this.username);
    this.backup.handleSaved();
  }

  #handleRefusal(error: unknown): void {
    void this.backup.flush();
    if (isProblem(error, 'stale_revision')) {
      this.#openConflict(error.details as unknown as StaleRevisionDetails);
      return;
    }
    if (isProblem(error, 'document_locked')) this.lock.handleLockLost(error.details);
    this.#set({ problem: error });
    this.showFieldErrors(error);
  }

  #openConflict(details: StaleRevisionDetails): void {
    const mine = this.parts();
    const isYamlMine = mine.yaml !== this.#savedYaml;
    this.#set({ conflict: createConflict(details, { mine, isYamlMine }) });
  }

  #setYaml(yaml: string, more: Partial<EditingState>): void {
    this.#set({ yaml, ...parseValues(yaml), ...more });
    this.#set({ isDirty: this.isDirty() });
    this.backup.schedule();
    this.lock.acquire();
    this.#scheduleDebounced();
  }

  #typed(): void {
    const { isDirty, backupState } = this.state.get();
    if (!isDirty || backupState.state === 'clean' || backupState.state === 'kept')
      this.#set({ isDirty: true, backupState: { state: 'typing' } });
    // The room keeps the text.
    if (!this.room.isShared) this.backup.schedule();
    this.lock.acquire();
    this.#scheduleDebounced();
  }

  #scheduleDebounced(): void {
    clearTimeout(this.#debounceTimer);
    this.#debounceTimer = window.setTimeout(() => {
      const isDirty = this.isDirty();
      if (isDirty !== this.state.get().isDirty) this.#set({ isDirty });
      this.debouncedChange.set((count) => count + 1);
    }, 400);
  }

  #write(text: string, how: (before: string, after: string) => ChangeSpec = differences): void {
    const before = this.view.state.doc.toString();
    if (before === text) return;
    this.view.dispatch({
      changes: how(before, text),
      annotations: programmaticChange.of(true),
    });
    this.#scheduleDebounced();
  }

  #say(backupState: BackupState): void {
    const isFirst =
      backupState.state === 'keeping' && this.state.get().backupState.state !== 'keeping';
    if (isFirst) void prepareUnloadClient();
    this.#set({ backupState });
  }

  #set(next: Partial<EditingState>): void {
    this.state.set((current) => ({ ...current, ...next }));
  }
}
