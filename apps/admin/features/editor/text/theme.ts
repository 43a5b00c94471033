import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export function pageNonce(): string | undefined {
  return document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce;
}

/** CSP nonce, which lets the editor add its styles. */
export function nonceExtension(): Extension[] {
  const given = pageNonce();
  return given ? [EditorView.cspNonce.of(given)] : [];
}

const base = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '0' },
  '.cm-line': { padding: '0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground':
    { background: 'var(--chosen)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--warn-soft)' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--chosen)', outlineColor: 'var(--accent)' },
  '.cm-panels': {
    backgroundColor: 'var(--raised)',
    color: 'var(--ink)',
    fontFamily: 'var(--font)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)', zIndex: '20' },
  '.cm-panel.cm-search': { padding: 'var(--space-2)', fontSize: 'var(--size-s)' },
  '.cm-panel.cm-search label': { fontSize: 'var(--size-s)', whiteSpace: 'nowrap' },
  '.cm-textfield': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--round-s)',
    backgroundColor: 'var(--paper)',
    fontSize: 'var(--size-s)',
    padding: '3px 6px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--round-s)',
    fontSize: 'var(--size-s)',
    color: 'var(--ink)',
    minHeight: '1.75rem',
  },
  '.cm-button:active': { backgroundImage: 'none', backgroundColor: 'var(--hover)' },
  '.cm-panel.cm-search [name=close]': {
    color: 'var(--ink)',
    minWidth: '1.5rem',
    minHeight: '1.5rem',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--round)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font)',
    fontSize: 'var(--size-m)',
    padding: 'var(--space-1)',
    minWidth: '15rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '0.375rem var(--space-2)',
    borderRadius: 'var(--round-s)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--chosen)',
    color: 'var(--ink)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--ink-soft)', float: 'right' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--ink-faint)',
    borderRight: '1px solid var(--line)',
  },
});

const prose = HighlightStyle.define([
  { tag: tags.heading1, fontSize: '1.5em', fontWeight: '700', lineHeight: '1.3' },
  { tag: tags.heading2, fontSize: '1.25em', fontWeight: '700', lineHeight: '1.35' },
  { tag: [tags.heading3, tags.heading4, tags.heading5, tags.heading6], fontWeight: '700' },
  { tag: tags.strong, fontWeight: '700' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: tags.quote, color: 'var(--ink-soft)' },
  {
    tag: tags.monospace,
    fontFamily: 'var(--font-code)',
    fontSize: '0.85em',
    backgroundColor: 'var(--sunken)',
  },
  { tag: [tags.processingInstruction, tags.meta], color: 'var(--ink-faint)' },
  { tag: tags.contentSeparator, color: 'var(--ink-faint)' },
  { tag: [tags.tagName, tags.angleBracket, tags.attributeName], color: 'var(--violet)' },
  { tag: [tags.attributeValue, tags.string, tags.regexp], color: 'var(--good)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--violet)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warn)' },
  { tag: [tags.typeName, tags.className, tags.propertyName], color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--ink-faint)' },
]);

const data = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent-strong)' },
  { tag: [tags.string, tags.content], color: 'var(--ink)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--ink-faint)', fontStyle: 'italic' },
  { tag: [tags.meta, tags.punctuation, tags.separator], color: 'var(--ink-soft)' },
  { tag: [tags.bool, tags.number, tags.keyword, tags.atom], color: 'var(--violet)' },
]);

export const textTheme: Extension = [base, syntaxHighlighting(prose)];
export const dataTheme: Extension = [
  base,
  EditorView.theme({
    '.cm-content': {
      fontFamily: 'var(--font-code)',
      fontSize: 'var(--size-s)',
      padding: 'var(--space-2)',
    },
  }),
  syntaxHighlighting(data),
];
