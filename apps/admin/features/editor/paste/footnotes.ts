import { findAll, isBlank, unwrap } from './dom.ts';

/**
 * A reference and its note link to each other, in Word, LibreOffice, Google Docs and on web pages. `first` is the
 * number of the first footnote.
 */
export function convertFootnotes(root: HTMLElement, first: number): void {
  const anchors = findAll(root, 'a[href*="#"]');
  const notes: { readonly label: string; readonly note: HTMLElement }[] = [];
  const noteOf = new Map<HTMLElement, string>();
  for (const anchor of anchors) {
    const back = anchors.find((other) => isFootnotePair(anchor, other));
    const note = back && containerOf(back, targetOf(anchor));
    if (!note || note.contains(anchor) || !precedes(anchor, note)) continue;
    const known = noteOf.get(note);
    const label = known ?? String(first + notes.length);
    if (known === undefined) {
      noteOf.set(note, label);
      notes.push({ label, note });
    }
    setReference(anchor, label);
    (back.closest('sup') ?? back).remove();
  }
  const page = root.ownerDocument;
  for (const { label, note } of notes) {
    const made = page.createElement('div');
    made.dataset['footnote'] = label;
    made.append(...note.childNodes);
    removeWithEmptyParents(note, root);
    root.append(made);
  }
  for (const rule of findAll(root, '[data-style*="footnote-list"] > hr')) rule.remove();
}

function targetOf(anchor: Element): string {
  return decode((anchor.getAttribute('href') ?? '').replace(/^[^#]*#/, ''));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isFootnotePair(anchor: HTMLElement, other: HTMLElement): boolean {
  return anchor !== other && isAt(other, targetOf(anchor)) && isAt(anchor, targetOf(other));
}

/** The element or one of its parents has the id. */
function isAt(element: HTMLElement, id: string): boolean {
  if (id === '') return false;
  for (let found: Element | null = element; found; found = found.parentElement)
    if (found.id === id || found.getAttribute('name') === id) return true;
  return false;
}

function containerOf(back: HTMLElement, id: string): HTMLElement | null {
  let named: HTMLElement | null = back;
  while (named && named.id !== id) named = named.parentElement;
  if (named && /^(?:li|div|p|aside|dd)$/.test(named.localName)) return named;
  return back.closest<HTMLElement>('li, p, dd, div');
}

function precedes(anchor: Node, note: Node): boolean {
  return (anchor.compareDocumentPosition(note) & anchor.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function setReference(anchor: HTMLElement, label: string): void {
  const made = anchor.ownerDocument.createElement('span');
  made.dataset['reference'] = label;
  made.textContent = `[^${label}]`;
  anchor.replaceWith(made);
  // Google Docs writes `<sup><a>`, Word nests spans; only a `sup` would change the Markdown.
  const raised = made.closest('sup');
  if (raised) unwrap(raised);
}

function removeWithEmptyParents(note: HTMLElement, root: HTMLElement): void {
  let parent = note.parentElement;
  note.remove();
  while (parent && parent !== root && isBlank(parent) && !parent.querySelector('img')) {
    const next: HTMLElement | null = parent.parentElement;
    parent.remove();
    parent = next;
  }
}
