import { Problem, currentSession, get, may, post } from './api.js';
import { conflictBox, newerText } from './conflict.js';
import { historyFacts, placeFacts, publicFacts } from './document-facts.js';
import { hasFrontmatter, saveOf } from './document-text.js';
import { announce, element, fill, time } from './dom.js';
import { clearProblem, markField, showProblem } from './form.js';
import { address, guardLeaving } from './router.js';
import { Schedule } from './schedule.js';
import { StateChoice } from './states.js';
import { TextForm } from './text-form.js';
import { UnsavedText } from './unsaved-text.js';

const keepDelay = 300;
const unsavedText = 'Unsaved changes';

/** @param {URLSearchParams} parameters @param {AbortSignal} signal ends when another view is shown */
export async function editorView(parameters, signal) {
  const path = parameters.get('path') ?? '';
  const [detail, history] = await Promise.all([get('document', { path }), findHistory(path)]);
  const editor = new Editor(detail, history);
  if (!signal.aborted) editor.start(signal);
  return { title: detail.title || path, content: editor.content };
}

/** The history, or the problem that stands in its way: the text can be edited without. */
function findHistory(path) {
  return get('documents/history', { path }).catch((problem) => problem);
}

/** One document on the screen: what is saved of it, what is typed, and the way from one to the other. */
class Editor {
  #detail;
  /** The revision that the text was typed over, which a save expects to find. */
  #revision;
  #isSaving = false;
  /** Text of another time is offered, and nothing is typed or kept until the person has decided. */
  #isUndecided = false;
  #timer = 0;
  #unsaved;
  #state;
  #form = new TextForm();
  #heading = element('h1', { tabindex: '-1', dir: 'auto' });
  #status = element('p', { class: 'status', role: 'status' });
  #reason = element('p', { class: 'hint', id: 'reason' });
  #notices = element('div');
  #newer = element('div');
  #public = element('section');
  #schedule;
  #place = element('section');
  #history = element('section');
  #save = element('button', { class: 'primary', 'aria-describedby': 'reason' });
  #undo = element('button', {}, 'Undo all');
  #parts = element('button', {}, 'Fields');
  #file = element('button', {}, 'Whole file');
  content;

  constructor(detail, history) {
    this.#unsaved = new UnsavedText(detail.path);
    this.#state = new StateChoice(detail, () => this.#changed());
    this.#schedule = new Schedule((next) => void this.#saved(next, this.#form.typed));
    this.#save.addEventListener('click', () => void this.#saveNow());
    this.#undo.addEventListener('click', () => this.#undoAll());
    this.#parts.addEventListener('click', () => this.#switchTo(false));
    this.#file.addEventListener('click', () => this.#switchTo(true));
    this.#form.content.addEventListener('input', () => this.#changed());
    fill(this.#history, ...historyFacts(history));
    this.#open(detail, detail.problem !== null);
    this.content = this.#layout();
    this.#offerUnsaved();
  }

  /** Listens to the page until the signal ends. @param {AbortSignal} signal */
  start(signal) {
    const question = 'Leave without saving? Your text is kept in this browser.';
    guardLeaving(() => !this.#isDirty || confirm(question));
    addEventListener('beforeunload', (event) => this.#isDirty && event.preventDefault(), {
      signal,
    });
    addEventListener('pagehide', () => this.#keep(), { signal });
    signal.addEventListener('abort', () => this.#keep());
    const onKey = (event) => {
      const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
      if (!isSave || event.altKey || event.shiftKey) return;
      event.preventDefault();
      void this.#saveNow();
    };
    addEventListener('keydown', onKey, { signal });
  }

  #layout() {
    const modes = { class: 'modes', role: 'group', 'aria-label': 'What to edit' };
    return element(
      'div',
      { class: 'editor' },
      element('p', { class: 'crumb' }, element('a', { href: address('documents') }, 'Documents')),
      this.#heading,
      element(
        'div',
        { class: 'bar' },
        element('div', { class: 'said' }, this.#status, this.#reason),
        element('div', modes, this.#parts, this.#file),
        this.#undo,
        this.#save,
      ),
      this.#notices,
      element('div', { class: 'text' }, this.#form.content, this.#newer),
      element(
        'aside',
        { 'aria-label': 'About this document' },
        this.#state.content,
        this.#public,
        this.#schedule.content,
        this.#history,
        this.#place,
      ),
    );
  }

  #switchTo(isWholeFile) {
    if (isWholeFile !== this.#form.isWholeFile) this.#open(this.#detail, isWholeFile);
  }

  /** Shows a document anew; what was typed is gone. */
  #open(detail, isWholeFile) {
    this.#accept(detail);
    fill(this.#notices, this.#sourceProblem(isWholeFile));
    this.#form.open(detail, isWholeFile, this.#refusal !== '');
    this.#say('');
    this.#changed();
  }

  /** Takes a document for what is saved. */
  #accept(detail) {
    this.#detail = detail;
    this.#revision = detail.revision;
    this.#form.accept(detail);
    this.#state.reset(detail);
    this.#heading.textContent = detail.title || detail.path;
    fill(this.#newer);
    fill(this.#public, ...publicFacts(detail));
    this.#schedule.open(detail);
    fill(this.#place, ...placeFacts(detail));
  }

  /** Why the document cannot be changed at all; empty when it can. */
  get #refusal() {
    const { author, problem, raw } = this.#detail;
    if (!may('documents.write', author)) {
      return `Your role (${currentSession()?.role}) may not change this document.`;
    }
    if (problem && raw === '') return 'The file is not text. It has to be mended on disk.';
    return this.#isUndecided ? 'Decide about your unsaved text first.' : '';
  }

  #sourceProblem(isWholeFile) {
    const { problem, raw } = this.#detail;
    if (!problem) return null;
    const { message, line, column } = problem;
    const go = element('button', { onclick: () => this.#form.goTo(line) }, `Go to line ${line}`);
    return element(
      'div',
      { class: 'notice problem' },
      element('strong', {}, 'This file cannot be read'),
      element('p', {}, `Line ${line}, column ${column}: ${message}`),
      isWholeFile && raw !== '' && go,
    );
  }

  get #isDirty() {
    return this.#form.edited.length > 0 || this.#state.asked !== '';
  }

  /** Brings all that depends on what is typed into line with it. */
  #changed() {
    const refusal = this.#refusal;
    const inFile = this.#form.isWholeFile ? 'In the whole file, the line "workflow:" says it.' : '';
    const noChoice = refusal === '' ? inFile : 'It cannot be changed now.';
    this.#state.update(this.#form.edited.length > 0, noChoice);
    const isDirty = this.#isDirty;
    this.#schedule.update(refusal || (isDirty ? 'Save your changes first.' : ''));
    this.#form.content.inert = this.#isUndecided;
    this.#save.disabled = refusal !== '';
    this.#save.textContent = this.#state.asked === 'published' ? 'Save and publish' : 'Save';
    this.#undo.disabled = !isDirty || this.#isSaving;
    this.#reason.textContent = refusal || this.#showModes(isDirty);
    if (isDirty) this.#say(unsavedText);
    else if (this.#status.textContent === unsavedText) this.#say('');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#keep(), keepDelay);
  }

  /** Why the other mode cannot be had; empty when it can. @param {boolean} isDirty */
  #showModes(isDirty) {
    const { isWholeFile } = this.#form;
    const isBroken = isWholeFile && this.#detail.problem !== null;
    this.#parts.setAttribute('aria-pressed', String(!isWholeFile));
    this.#file.setAttribute('aria-pressed', String(isWholeFile));
    const other = isWholeFile ? this.#parts : this.#file;
    const isClosed = isDirty || isBroken || this.#isUndecided;
    for (const button of [this.#parts, this.#file]) button.disabled = button === other && isClosed;
    if (isBroken) return 'A file that cannot be read has no fields to show.';
    return isDirty ? `Save or undo to switch to ${isWholeFile ? 'fields' : 'the whole file'}.` : '';
  }

  /** @param {string} text */
  #say(text) {
    if (this.#status.textContent !== text) this.#status.textContent = text;
  }

  #keep() {
    clearTimeout(this.#timer);
    if (this.#isUndecided) return;
    if (!this.#isDirty) {
      this.#unsaved.remove();
      return;
    }
    const { typed, edited, isWholeFile } = this.#form;
    const isKept = this.#unsaved.keep({
      revision: this.#revision,
      isWholeFile,
      typed: Object.fromEntries(edited.map((name) => [name, typed[name]])),
      state: this.#state.asked,
      at: new Date().toISOString(),
    });
    if (!isKept) this.#say('Unsaved changes, which this browser does not keep');
  }

  #offerUnsaved() {
    const unsaved = this.#unsaved.find();
    if (!unsaved || this.#refusal !== '') return;
    this.#isUndecided = true;
    const decide = (restore) => () => {
      this.#isUndecided = false;
      const isWholeFile = this.#detail.problem !== null || (restore && unsaved.isWholeFile);
      this.#open(this.#detail, isWholeFile);
      if (restore) this.#restore(unsaved);
      this.#form.focus();
    };
    const isOlder = unsaved.revision !== this.#revision;
    const notice = element(
      'div',
      { class: 'notice', role: 'alert' },
      element('strong', {}, 'You have unsaved text here'),
      element('p', {}, 'Typed ', time(unsaved.at), ' in this browser and never saved.'),
      isOlder && element('p', {}, 'The document has changed since. Saving will ask what to do.'),
      element(
        'div',
        { class: 'actions' },
        element('button', { class: 'primary', onclick: decide(true) }, 'Bring it back'),
        element('button', { onclick: decide(false) }, 'Delete it'),
      ),
    );
    this.#notices.append(notice);
    this.#changed();
  }

  /** @param {import('./unsaved-text.js').Unsaved} unsaved */
  #restore({ revision, typed, state }) {
    this.#revision = revision;
    this.#form.restore(typed);
    this.#changed();
    if (state) this.#state.choose(state);
    this.#changed();
  }

  #undoAll() {
    if (!confirm('Drop everything that you changed since the last save?')) return;
    this.#open(this.#detail, this.#form.isWholeFile);
    announce('Your changes were undone.');
    this.#form.focus();
  }

  /** Saves over what the person has seen, or knowingly over a newer version. @param {any} [over] */
  async #saveNow(over = this.#detail) {
    if (this.#save.disabled || this.#isSaving) return;
    if (!this.#isDirty) {
      this.#say('There is nothing to save');
      return;
    }
    clearProblem(this.#form.content, this.#notices);
    const { typed } = this.#form;
    const text = this.#textToSend(typed, over);
    if (!text) return;
    const expected = over === this.#detail ? this.#revision : over.revision;
    this.#setSaving(true);
    this.#say('Saving…');
    try {
      const place = { path: this.#detail.path, expected_revision: expected };
      const detail = await post('documents/save', { ...place, ...text });
      this.#setSaving(false);
      await this.#saved(detail, typed);
    } catch (problem) {
      this.#setSaving(false);
      this.#refused(problem);
    }
  }

  /** @param {boolean} isSaving */
  #setSaving(isSaving) {
    this.#isSaving = isSaving;
    this.#changed();
  }

  /** What to send; undefined when the whole file would be taken for a body. */
  #textToSend(typed, detail) {
    const { content, isWholeFile, edited } = this.#form;
    if (!isWholeFile) return saveOf(detail, { typed, edited, state: this.#state.asked });
    if (hasFrontmatter(typed.content) || !hasFrontmatter(detail.raw))
      return { content: typed.content };
    const message =
      'Begin with the frontmatter, between two lines of three dashes: without it, only the text would be saved.';
    markField(content, 'content', message);
    this.#form.focus();
    return undefined;
  }

  async #saved(detail, sent) {
    this.#accept(detail);
    this.#form.settle(sent);
    fill(this.#notices, this.#sourceProblem(this.#form.isWholeFile));
    this.#changed();
    this.#keep();
    const now = new Date().toLocaleTimeString(undefined, { timeStyle: 'short' });
    this.#say(this.#isDirty ? unsavedText : `Saved at ${now}`);
    if (document.activeElement === document.body) this.#form.focus();
    fill(this.#history, ...historyFacts(await findHistory(detail.path)));
  }

  #refused(problem) {
    this.#keep();
    this.#say('Not saved');
    if (problem.code === 'stale_revision') fill(this.#notices, this.#conflict(problem));
    else if (problem instanceof Problem) showProblem(this.#form.content, this.#notices, problem);
    else throw problem;
    this.#notices.scrollIntoView({ block: 'nearest' });
  }

  #conflict(problem) {
    const withNewer = (act) => async () => {
      try {
        act(await get('document', { path: this.#detail.path }));
      } catch (error) {
        this.#refused(error);
      }
    };
    const take = (newer) => {
      const isSure = confirm('Drop your text and go on with the newer one?');
      if (isSure) this.#open(newer, newer.problem !== null || this.#form.isWholeFile);
    };
    return conflictBox(problem, {
      show: withNewer((newer) => {
        fill(this.#newer, ...newerText(newer));
        this.#newer.firstChild.focus();
      }),
      overwrite: withNewer((newer) =>
        this.#saveNow({ ...newer, revision: problem.currentRevision }),
      ),
      take: withNewer(take),
    });
  }
}
