import { getDocument, type DocumentWithFile } from './documents.ts';

interface EarlyDocument {
  readonly path: string;
  /** `undefined` after a failure: the page asks again, and reports it. */
  readonly answer: Promise<DocumentWithFile | undefined>;
}

let early: EarlyDocument | undefined;

/** Asks for the document of the address while the editor’s code loads. Never asks to sign in. */
export function requestDocumentEarly(path: string): void {
  const answer = getDocument(path, { background: true }).catch(() => undefined);
  early = { path, answer };
}

/** Only for the first document that opens: a later one could have changed meanwhile. */
export async function takeEarlyDocument(path: string): Promise<DocumentWithFile | undefined> {
  const taken = early;
  early = undefined;
  return taken?.path === path ? taken.answer : undefined;
}
