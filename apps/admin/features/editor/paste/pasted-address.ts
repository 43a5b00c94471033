import { isolateHistory } from '@codemirror/commands';
import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { basePath } from '../../../lib/base-path.ts';
import { galley } from '../../../lib/galley.ts';
import { escapeBrackets, linkDestination } from '../text/format.ts';
import { isInLink } from '../text/syntax-at.ts';
import { parseHtml } from './dom.ts';

export function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|mailto:)\S+$/i.test(text) && URL.canParse(text);
}

/** False where the address stays text: without a selection, in a link, and over another address. */
export function linkSelection(view: EditorView, address: string): boolean {
  const { state } = view;
  const isLinkable = state.selection.ranges.every(({ from, to, empty }) => {
    const text = state.sliceDoc(from, to);
    const isInAny = [from, to].some((position) => isInLink(state, position));
    return !empty && !/\n|\]\(/.test(text) && !isAddress(text.trim()) && !isInAny;
  });
  if (!isLinkable) return false;
  const target = linkDestination(address);
  const change = state.changeByRange(({ from, to }) => {
    const insert = `[${state.sliceDoc(from, to).trim()}](${target})`;
    return { changes: { from, to, insert }, range: EditorSelection.cursor(from + insert.length) };
  });
  const { from } = state.selection.main;
  view.dispatch(state.update(change, { userEvent: 'input.paste', scrollIntoView: true }));
  const at = view.state.sliceDoc(from).indexOf(`](${target})`);
  if (at >= 0) void replaceOwnAddress(view, { from: from + at + 2, text: target, address });
  return true;
}

/** An address of this site that is pasted as text becomes a link with the document's title. */
export function pasteOwnAddress(view: EditorView, address: string): boolean {
  const { from, to } = view.state.selection.main;
  if (isInLink(view.state, from) || ownAddress(address) === undefined) return false;
  view.dispatch({
    changes: { from, to, insert: address },
    selection: { anchor: from + address.length },
    userEvent: 'input.paste',
    scrollIntoView: true,
  });
  void replaceOwnAddress(view, { from, text: address, address, withTitle: true });
  return true;
}

interface PastedAddress {
  readonly from: number;
  /** In the text at `from`. */
  readonly text: string;
  readonly address: string;
  readonly withTitle?: true;
}

/** A step of its own in the history, so that undo leads back to the pasted address. */
async function replaceOwnAddress(view: EditorView, pasted: PastedAddress): Promise<void> {
  const target = await findTarget(pasted.address);
  const { from, text } = pasted;
  const to = from + text.length;
  // The address is left alone if the text was edited meanwhile.
  if (!target || view.state.readOnly || view.state.sliceDoc(from, to) !== text) return;
  const destination = linkDestination(target.url);
  const insert = pasted.withTitle
    ? `[${escapeBrackets(target.title)}](${destination})`
    : destination;
  view.dispatch({
    changes: { from, to, insert },
    annotations: isolateHistory.of('full'),
    userEvent: 'input.complete',
  });
}

interface Target {
  readonly title: string;
  /** Without the host; the site redirects former addresses, so the link survives moves. */
  readonly url: string;
}

function ownAddress(
  address: string,
): { readonly path: string } | { readonly page: URL } | undefined {
  const page = new URL(address);
  if (page.origin !== location.origin) return undefined;
  const editor = `${basePath}edit/`;
  if (page.pathname.startsWith(editor))
    return { path: decodeURIComponent(page.pathname.slice(editor.length)) };
  const isPage = !page.pathname.startsWith(basePath) && !page.pathname.startsWith('/media/');
  return isPage ? { page } : undefined;
}

async function findTarget(address: string): Promise<Target | undefined> {
  const own = ownAddress(address);
  if (!own) return undefined;
  try {
    if ('page' in own) return await readPage(own.page);
    const { title, url } = await galley.documents.get({ path: own.path });
    return { title: title || url, url };
  } catch {
    // The address of a page that cannot be read stays as it is.
    return undefined;
  }
}

async function readPage(page: URL): Promise<Target | undefined> {
  const answer = await fetch(page, { headers: { Accept: 'text/html' } });
  if (!answer.ok || !answer.headers.get('content-type')?.startsWith('text/html')) return undefined;
  const parsed = parseHtml(await answer.text());
  const named = parsed.querySelector('meta[property="og:title"]')?.getAttribute('content');
  const title = named || parsed.querySelector('h1')?.textContent.trim() || parsed.title;
  // A redirect leads to the present address.
  const { pathname, search } = new URL(answer.url);
  return { title: title || pathname, url: pathname + search + page.hash };
}
