import { edited, newFile, type Edit } from './disk.ts';
import { keyOf, type Content, type Slot, type Status, type World } from './documents.ts';
import { assignableNames, people, type Person } from './people.ts';
import { predict, type Prediction } from './predict.ts';
import { unsavedOf } from './reading.ts';
import type { Expected, Request } from './requests.ts';
import type { Act, Asking, DiskAct, NextAct, Planned, Seen, ExpectedRevision } from './steps.ts';

export interface Snapshot {
  readonly hash: string;
  readonly content: Content | undefined;
  readonly change: number;
}

export interface Moment {
  readonly world: World;
  readonly slot: Slot;
  /** Word that occurs only in texts of this slot. */
  readonly word: string;
  /** Snapshots of the living document, newest first. */
  readonly snapshots: readonly Snapshot[];
  readonly revision: string | undefined;
}

export interface Resolved {
  readonly who: Person;
  readonly request: Request;
  readonly prediction: Prediction;
}

const noRevision: Expected = { revision: '0'.repeat(64), key: 'none' };

export function resolve({ who, fits, act }: Asking, moment: Moment): Resolved {
  const request = requestOf(act.act === 'next' ? nextAct(act, moment.slot) : act, moment);
  const candidates = people.map((_, index) => people[(who + index) % people.length]!);
  const asked = candidates.map((candidate) => {
    const signed = request.act === 'jot' ? { ...request, text: unsavedOf(candidate) } : request;
    const prediction = predict(moment.world, signed, { who: candidate, slot: moment.slot });
    return { who: candidate, request: signed, prediction };
  });
  const fitting = fits ? asked.find(({ prediction }) => prediction.refusals.size === 0) : undefined;
  return fitting ?? asked[0]!;
}

function nextAct({ text }: NextAct, { living, trash }: Slot): Act {
  const seen = 'current';
  const move = (to: Status): Act => ({ act: 'status', to, at: null, seen });
  const edit = { form: 'body', forged: null, workflow: null, shown: 'unsaid', seen } as const;
  if (!living && trash.length > 0) return { act: 'recover', byName: false };
  if (!living) return { act: 'create', text, workflow: null, forged: null };
  if (living.content.isBroken) return { ...edit, act: 'save', text, form: 'raw' };
  switch (living.status) {
    case 'draft':
      return move('in_review');
    case 'in_review':
      return living.approvedBy === null ? { act: 'approve', seen } : move('published');
    case 'published':
      return { ...edit, act: 'save', text };
    default:
      return move('draft');
  }
}

type DecidedAct = Extract<
  Act,
  { act: 'create' | 'save' | 'status' | 'assign' | 'approve' | 'request_changes' }
>;

function requestOf(act: Act, moment: Moment): Request {
  const { slot } = moment;
  switch (act.act) {
    case 'jot':
      return { act: 'jot', text: '', revision: moment.revision ?? noRevision.revision };
    case 'lock':
      return { act: 'lock', token: tokenOf(act.shown, slot) };
    case 'unlock':
      return { act: 'unlock', token: tokenOf(act.shown, slot), force: act.force };
    case 'delete':
      return { act: 'delete', ...guards(act, moment) };
    case 'recover':
      return { act: 'recover', trashPath: act.byName ? slot.trash.at(-1)?.path : undefined };
    case 'rewind':
      return { act: 'rewind', ...snapshotAt(act.entry, moment), token: tokenOf(act.shown, slot) };
    default:
      return decidedRequest(act, moment);
  }
}

function decidedRequest(act: DecidedAct, moment: Moment): Request {
  const note = `Noted ${moment.word}.`;
  switch (act.act) {
    case 'create':
      return { act: 'create', ...texts(act, moment) };
    case 'save':
      return { act: 'save', form: act.form, ...texts(act, moment), ...guards(act, moment) };
    case 'status':
      return { act: 'status', to: act.to, note, ...plan(act), ...guards(act, moment) };
    case 'assign':
      return { act: 'assign', note, ...assignment(act), ...guards(act, moment) };
    default:
      return { act: act.act, note, ...guards(act, moment) };
  }
}

function texts(act: Extract<Act, { act: 'create' | 'save' }>, { word, slot }: Moment) {
  const { text } = act;
  const now = slot.living?.content;
  const said = { workflow: act.workflow ?? undefined, forged: act.forged ?? undefined };
  if (text === null && now && !now.isBroken) return { title: now.title, body: now.body, ...said };
  return { ...textOf(text ?? 0, word), ...said };
}

function textOf(text: number, word: string) {
  return { title: `Title ${text % 2} ${word}`, body: `Text ${text} of ${word}.\n` };
}

const times: Readonly<Record<Planned, () => string>> = {
  'never soon': () => '2099-01-01T00:00:00.000Z',
  'in a second': () => new Date(Date.now() + 1_500).toISOString(),
  'long ago': () => '2001-01-01T00:00:00.000Z',
};

function plan({ to, at }: Extract<Act, { act: 'status' }>) {
  return to === 'scheduled' && at ? { at: times[at]() } : {};
}

function assignment(act: Extract<Act, { act: 'assign' }>) {
  const nameOf = (index: number | null) =>
    index === null ? undefined : (assignableNames[index] ?? '');
  return {
    owner: nameOf(act.owner),
    assignee: nameOf(act.assignee),
    reviewer: nameOf(act.reviewer),
  };
}

function guards(
  { seen, shown = 'unsaid' }: { seen: Seen; shown?: ExpectedRevision },
  moment: Moment,
) {
  return { expected: expectedOf(seen, moment), token: tokenOf(shown, moment.slot) };
}

function expectedOf(seen: Seen, { slot, revision }: Moment): Expected | undefined {
  if (seen === 'unsaid') return undefined;
  if (seen === 'stale' || !slot.living || !revision) return noRevision;
  return { revision, key: keyOf(slot.living.content) };
}

function tokenOf(shown: ExpectedRevision, { living }: Slot): string | undefined {
  if (shown === 'unsaid') return undefined;
  return (shown === 'right' && living?.lock?.token) || 'another token';
}

function snapshotAt(entry: number, { snapshots }: Moment) {
  const none = { hash: 'f'.repeat(64), content: null, change: 0 };
  const { hash, content, change } = snapshots[entry] ?? none;
  // After concurrent requests the content is unknown; then no snapshot is requested.
  return content === undefined ? none : { hash, content, change };
}

/** File after manual edits; null if it is missing. `removed` is its last content before removal. */
export function textAfter(
  text: string | null,
  acts: readonly DiskAct[],
  { word, removed }: { readonly word: string; readonly removed: string | undefined },
): string | null {
  let now = text;
  for (const act of acts) {
    if (act.to === 'new') now ??= newText(act, word);
    else if (act.to === 'put back') now ??= removed ?? null;
    else if (act.to === 'remove') now = null;
    else now &&= edited(now, editOf(act, word));
  }
  return now;
}

function newText({ text, author, said }: Extract<DiskAct, { to: 'new' }>, word: string): string {
  const name = author === null ? undefined : people[author % people.length]!.username;
  return newFile({ ...textOf(text, word), said, ...(name && { author: name }) });
}

function editOf(act: Exclude<DiskAct, { to: 'new' | 'put back' | 'remove' }>, word: string): Edit {
  switch (act.to) {
    case 'body':
      return { to: 'body', body: textOf(act.text, word).body };
    case 'workflow':
      return { to: 'key', key: 'workflow', value: act.value };
    case 'author':
    case 'last_editor':
      return { to: 'key', key: act.to, value: people[act.name % people.length]!.username };
    default:
      return { to: act.to };
  }
}
