import { syntaxTree } from '@codemirror/language';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';

/** A click with Ctrl or Cmd opens a link in a new tab: a document in its editor. */
export function linkOpening(path: () => string): Extension {
  return EditorView.domEventHandlers({
    mousedown: (event, view) => {
      if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
      const position = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const address = position === null ? undefined : addressAt(view.state, position);
      const target = address && targetOf(address, path());
      if (!target) return false;
      event.preventDefault();
      window.open(target, '_blank', 'noopener');
      return true;
    },
  });
}

function addressAt(state: EditorState, position: number): string | undefined {
  const found = syntaxTree(state).resolveInner(position, 1);
  for (let node: SyntaxNode | null = found; node; node = node.parent) {
    const url = node.name === 'URL' ? node : node.getChild('URL');
    if (url && node.name !== 'Image') return state.sliceDoc(url.from, url.to).replace(/^<|>$/g, '');
  }
  return undefined;
}

function targetOf(address: string, path: string): string | undefined {
  if (/^(?:https?:|mailto:)/i.test(address)) return address;
  const { pathname } = new URL(address, `http://host/${path}`);
  if (/\.md$/i.test(pathname)) return new URL(`edit${pathname}`, document.baseURI).href;
  return /^[a-z][a-z\d+.-]*:/i.test(address) || address.startsWith('#') ? undefined : pathname;
}
