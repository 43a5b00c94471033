import { mayRead, owns, type Slot } from './documents.ts';
import type { Answered, Newsroom, Where } from './newsroom.ts';
import { may, reach, type Person } from './people.ts';

interface Glance {
  readonly path: string;
  readonly body?: object;
  /** Null if every signed-in person has access. */
  readonly capability: string | null;
  readonly shows: 'document' | 'list' | 'trash' | 'own';
}

export const allWays = 13;

export function unsavedOf({ username }: Person): string {
  return `Unsaved by ${username}.\n`;
}

function glances(slot: Slot, word: string, head: string | undefined): Glance[] {
  const query = `?path=${slot.path}`;
  const hash = head ?? '0'.repeat(64);
  const about = (path: string, capability: string, body?: object): Glance => ({
    path,
    capability,
    shows: 'document',
    ...(body && { body }),
  });
  return [
    about(`/document${query}`, 'documents.read'),
    about(`/documents/history${query}`, 'documents.history'),
    about(`/documents/revision${query}&hash=${hash}`, 'documents.history'),
    about('/documents/diff', 'documents.diff', { path: slot.path }),
    about(`/documents/approvals${query}`, 'documents.history'),
    about(`/documents/preview-links${query}`, 'documents.read'),
    about('/documents/preview-link', 'documents.read', { path: slot.path }),
    about('/documents/preview', 'documents.read', { path: slot.path, content: 'Ink.' }),
    { path: `/documents?q=${word}`, capability: 'documents.read', shows: 'list' },
    { path: `/documents/working-copy${query}`, capability: 'documents.read', shows: 'own' },
    { path: '/documents/working-copies', capability: 'documents.read', shows: 'own' },
    { path: '/notifications?limit=200', capability: null, shows: 'own' },
    { path: '/documents/trash', capability: 'documents.lifecycle', shows: 'trash' },
  ];
}

export interface Look {
  readonly slot: Slot;
  /** Word that only readers of the path may see. */
  readonly word: string;
  readonly head: string | undefined;
  readonly ways: { readonly first: number; readonly count: number };
}

/** Content shown without permission, or hidden despite it (CMS-AUTH-16 to CMS-AUTH-18, GAP-DOC-13). */
export async function readingFaults(
  newsroom: Newsroom,
  where: Where,
  look: Look,
): Promise<string[]> {
  const { slot, word, head, ways } = look;
  const all = glances(slot, word, head);
  const taken = Array.from(
    { length: ways.count },
    (_, index) => all[(ways.first + index) % all.length]!,
  );
  const faults = await Promise.all(
    taken.map(async (glance) => {
      const answer = await newsroom.ask(where, glance.path, glance.body);
      const found = judged(where.who, glance, { look, answer });
      return found.map((fault) => `${where.who.username}, ${glance.path}: ${fault}`);
    }),
  );
  return faults.flat();
}

function judged(
  who: Person,
  glance: Glance,
  { look, answer }: { readonly look: Look; readonly answer: Answered },
): string[] {
  const { capability, shows } = glance;
  const { slot, word } = look;
  const alien = /Unsaved by \w+/.exec(answer.text.replaceAll(unsavedOf(who).trim(), ''))?.[0];
  if (alien) return [`comes across what is “${alien}”`];
  if (capability === null || shows === 'own') return judgedOwn(who, answer, look);
  const isShown = answer.text.includes(word) || answer.text.includes(slot.path);
  if (reach(who, capability) === 'none') return expectRefused(answer, 403, isShown);
  const sees = visible(who, slot, shows);
  if (shows === 'document') return judgedDocument(who, { ...glance, capability }, { look, answer });
  // Search results for a broken file are outside the model.
  const isLoose = shows === 'list' && slot.living?.content.isBroken === true;
  return judgedList(answer, { isShown, sees, isLoose });
}

function judgedDocument(
  who: Person,
  { capability }: { readonly capability: string },
  { look: { slot, word }, answer }: { readonly look: Look; readonly answer: Answered },
): string[] {
  const { status, text, code } = answer;
  // A refusal names only the requested path.
  if (!visible(who, slot, 'document')) return expectRefused(answer, 404, text.includes(word));
  const { living } = slot;
  const isGranted = may(who, capability, owns(who, living!));
  if (!isGranted) return expectRefused(answer, 403, text.includes(word));
  // A broken file cannot be shown in every view.
  const isFine = status === 200 || (living!.content.isBroken && code === 'frontmatter_broken');
  return isFine ? [] : [`${status} ${text}`];
}

/** A mention is a fault only for people who can read no document of the path; others are not judged. */
function judgedOwn(who: Person, { text }: Answered, { slot, word }: Look): string[] {
  const { living, gone, trash } = slot;
  const docs = [living, ...[...gone, ...trash].map(({ doc }) => doc)];
  const isReader = docs.some((doc) => doc !== null && mayRead(who, doc));
  return text.includes(word) && !isReader ? [`comes across it in ${text}`] : [];
}

function judgedList(
  { status, text }: Answered,
  { isShown, sees, isLoose }: Readonly<Record<'isShown' | 'sees' | 'isLoose', boolean>>,
): string[] {
  if (status !== 200) return [`${status} ${text}`];
  if (isShown && !sees) return [`sees it in ${text}`];
  return sees && !isShown && !isLoose ? ['does not see it'] : [];
}

function visible(who: Person, { living, trash }: Slot, shows: Glance['shows']): boolean {
  if (shows === 'trash') return trash.some(({ doc }) => mayRead(who, doc));
  return living !== null && mayRead(who, living);
}

function expectRefused({ status, text }: Answered, expected: number, isShown: boolean): string[] {
  if (isShown) return [`comes across it in ${text}`];
  return status === expected ? [] : [`${status} instead of ${expected}: ${text}`];
}
