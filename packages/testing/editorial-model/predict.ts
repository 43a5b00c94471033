import { contributorsAfter, jointApprovers, unapprovedOf } from './deeds.ts';
import {
  changed,
  keyOf,
  mayRead,
  newDoc,
  owns,
  sameContent,
  stateAfterEdit,
  unapproved,
  type Content,
  type Doc,
  type Slot,
  type Status,
  type World,
} from './documents.ts';
import { moved } from './moves.ts';
import { assignableNames, disabledUser, may, people, reach, type Person } from './people.ts';
import type { Expected, Request } from './requests.ts';

export interface Prediction {
  /** Permitted refusal codes; empty if the request has to succeed. */
  readonly refusals: ReadonlySet<string>;
  readonly slot: Slot;
}

export interface Question {
  readonly who: Person;
  readonly slot: Slot;
  readonly enforced: boolean;
}

type Of<Act extends Request['act']> = Extract<Request, { act: Act }>;
type Answer = readonly [refusals: readonly string[], slot: Slot];
type About = Question & { readonly doc: Doc };

const capabilities: Readonly<Record<Request['act'], string>> = {
  create: 'documents.create',
  save: 'documents.write',
  lock: 'documents.write',
  unlock: 'documents.write',
  delete: 'documents.lifecycle',
  recover: 'documents.lifecycle',
  rewind: 'documents.lifecycle',
  jot: 'documents.read',
  status: 'documents.read',
  assign: 'documents.read',
  approve: 'documents.read',
  request_changes: 'documents.read',
};

export function predict(world: World, request: Request, asked: Omit<Question, 'enforced'>) {
  const question = { ...asked, enforced: world.enforced };
  const { who, slot } = question;
  const [refusals, after] =
    reach(who, capabilities[request.act]) === 'none'
      ? ([['forbidden'], slot] as const)
      : answerTo(request, question);
  const prediction: Prediction = { refusals: new Set(refusals), slot: after };
  return prediction;
}

function answerTo(request: Request, question: Question): Answer {
  const { who, slot } = question;
  if (request.act === 'create') return create(request, question);
  if (request.act === 'recover') return recover(request, question);
  const unsaid = lacksRevision(request) ? ['invalid_request'] : [];
  const doc = slot.living;
  if (!doc || !mayRead(who, doc)) return [['not_found', ...unsaid], slot];
  const [refusals, after] = answerAbout(request, { ...question, doc });
  return [[...unsaid, ...refusals], after];
}

function answerAbout(request: Exclude<Request, Of<'create' | 'recover'>>, about: About): Answer {
  switch (request.act) {
    case 'save':
      return save(request, about);
    case 'status':
      return changeStatus(request, about);
    case 'assign':
      return assign(request, about);
    case 'jot':
      return [writing(about), about.slot];
    case 'lock':
      return lock(request, about);
    case 'unlock':
      return unlock(request, about);
    case 'delete':
      return remove(request, about);
    case 'rewind':
      return rewind(request, about);
    default:
      return review(request, about);
  }
}

function lacksRevision(request: Request): boolean {
  return (request.act === 'approve' || request.act === 'request_changes') && !request.expected;
}

function create(request: Of<'create'>, { who, slot, enforced }: Question): Answer {
  const { title, body, workflow = 'draft', forged } = request;
  const { username } = who;
  const content = { title, body, owner: username, isBroken: false };
  const draft = newDoc({ content, status: 'draft', signedBy: username }, [username]);
  const { doc, refusals } = moved(who, draft, { to: workflow, enforced });
  const taken = slot.living ? ['already_exists'] : [];
  return [[...taken, ...forgery(forged), ...refusals], { ...slot, living: doc }];
}

function forgery(forged: string | undefined): string[] {
  return forged === 'author' ? ['forbidden'] : [];
}

function save(request: Of<'save'>, about: About): Answer {
  const { who, slot, doc, enforced } = about;
  const { form, expected, token, workflow, forged } = request;
  const cannot = form !== 'raw' && doc.content.isBroken ? ['frontmatter_broken'] : [];
  const edited = withContent(doc, [who.username], contentOf(request, doc));
  const isNews = !sameContent(doc.content, edited.content);
  const isAsked = form !== 'body' && asksState(who, doc, { workflow, isNews });
  const to = isAsked ? workflow! : edited.status;
  const { doc: after, refusals } = moved(who, edited, { to, enforced });
  const reasons = [
    ...writing(about),
    ...locked(about, token),
    ...stale(doc, expected),
    ...(form === 'body' ? [] : forgery(forged)),
    ...cannot,
    ...refusals,
  ];
  const isTakenBack = to !== 'scheduled' && isAsked && doc.status === 'scheduled';
  const living = isTakenBack ? { ...after, publishAt: null } : after;
  return [reasons, { ...slot, living }];
}

/** Sending the whole frontmatter also sends the old state; from a publisher, that means to publish. */
function asksState(
  who: Person,
  doc: Doc,
  { workflow, isNews }: { readonly workflow: Status | undefined; readonly isNews: boolean },
): boolean {
  if (workflow === undefined) return false;
  const publishes = workflow === 'published' || workflow === 'scheduled';
  const isMeant = publishes && may(who, 'documents.publish', false);
  return isMeant || !(isNews && workflow === doc.status);
}

function contentOf({ form, title, body }: Of<'save'>, { content }: Doc): Content {
  const { owner } = content;
  return { title: form === 'body' ? content.title : title, body, owner, isBroken: false };
}

/** Document with a new text by these people; the first one is the last editor. Identical text changes nothing. */
function withContent(doc: Doc, by: readonly string[], content: Content): Doc {
  if (sameContent(doc.content, content)) return doc;
  const edited = changed(doc, content, by);
  return { ...edited, status: stateAfterEdit(doc), ...unapproved, signedBy: by[0]! };
}

function changeStatus({ to, expected, at }: Of<'status'>, about: About): Answer {
  const { who, slot, doc, enforced } = about;
  const { doc: after, refusals } = moved(who, doc, { to, enforced, at });
  const broken = after === doc ? [] : unreadable(doc);
  return [[...stale(doc, expected), ...refusals, ...broken], { ...slot, living: after }];
}

const parts = ['owner', 'assignee', 'reviewer'] as const;

type People = Readonly<Record<(typeof parts)[number], string | null>>;

function assign(request: Of<'assign'>, about: About): Answer {
  const { who, slot, doc, enforced } = about;
  const before = { owner: doc.content.owner, assignee: doc.assignee, reviewer: doc.reviewer };
  const after = { ...before };
  const faults: string[] = [];
  for (const part of parts) {
    const name = request[part];
    if (name === undefined || name === before[part] || (part === 'owner' && name === '')) continue;
    if (name !== '' && !mayBe(part, name)) faults.push('invalid_assignee');
    after[part] = name === '' ? null : name;
  }
  const isNews = parts.some((part) => after[part] !== before[part]);
  const reasons = [
    ...(may(who, 'documents.assign', false) ? [] : ['forbidden']),
    ...stale(doc, request.expected),
    ...faults,
    ...ownReviewer(before, after),
    ...(isNews ? unreadable(doc) : []),
  ];
  return [reasons, isNews ? { ...slot, living: assigned(who, doc, { ...after, enforced }) } : slot];
}

/** Only the assigned reviewer decides, and never on their own document (CMS-AUTH-19). */
function ownReviewer(before: People, after: People): string[] {
  const isBarred = (['owner', 'assignee'] as const).some(
    (part) =>
      after.reviewer === after[part] &&
      (before.reviewer !== after.reviewer || before[part] !== after[part]),
  );
  return after.reviewer !== null && isBarred ? ['invalid_assignee'] : [];
}

/** GAP-ED-4: the person has to exist and be enabled; a reviewer also needs `documents.review`. */
function mayBe(part: (typeof parts)[number], name: string): boolean {
  if (!assignableNames.includes(name) || name === disabledUser) return false;
  const person = people.find(({ username }) => username === name);
  return (
    person !== undefined && (part !== 'reviewer' || reach(person, 'documents.review') === 'all')
  );
}

/** CMS-ST-10. */
function assigned(
  { username }: Person,
  doc: Doc,
  { owner, assignee, reviewer, enforced }: People & { readonly enforced: boolean },
): Doc {
  const content = { ...doc.content, owner };
  const isOut = doc.status === 'published' || doc.status === 'scheduled';
  return {
    ...changed(doc, content, []),
    assignee,
    reviewer,
    ...unapproved,
    status: enforced && isOut ? 'draft' : doc.status,
    // Without required approval, a published file stays public with its new owner.
    public: !enforced && doc.status === 'published' ? content : doc.public,
    events: [...doc.events, `assign ${username}`],
  };
}

/** CMS-ST-3, CMS-ST-4, CMS-ST-13, CMS-AUTH-19, GAP-ED-2, GAP-ED-4, ADD-IND-3. */
function review({ act, expected }: Of<'approve' | 'request_changes'>, about: About): Answer {
  const { who, slot, doc } = about;
  const { username } = who;
  const contributors = contributorsAfter(doc.deeds);
  const isJoint = doc.reviewer === null && jointApprovers(contributors).includes(username);
  const barred = [doc.content.owner, doc.assignee, doc.signedBy, ...contributors];
  const reasons = [
    ...(reach(who, 'documents.review') === 'all' ? [] : ['forbidden']),
    ...(!isJoint && barred.includes(username) ? ['not_independent'] : []),
    ...(doc.reviewer === null || doc.reviewer === username ? [] : ['not_assigned_reviewer']),
    ...stale(doc, expected),
    ...(doc.status === 'in_review' ? [] : ['illegal_transition']),
    ...unreadable(doc),
  ];
  const events = [...doc.events, `${act} ${username}`];
  const deeds = [...doc.deeds, { did: 'withdrawn' } as const];
  const back = { ...doc, ...unapproved, status: 'draft', events, deeds } as const;
  const living = act === 'approve' ? approvedBy(username, { ...doc, events }) : back;
  return [reasons, { ...slot, living }];
}

/** A contributor's approval needs that of another contributor; an independent approval suffices. */
function approvedBy(username: string, doc: Doc): Doc {
  const contributors = contributorsAfter(doc.deeds);
  const others = [doc.firstApprovedBy, doc.approvedBy].filter(
    (name) => name !== null && name !== username && contributors.includes(name),
  );
  const other = others.at(-1);
  if (contributors.includes(username) && other === undefined)
    return { ...doc, firstApprovedBy: username };
  const first = contributors.includes(username) ? other! : doc.firstApprovedBy;
  const deeds = [...doc.deeds, { did: 'approved' } as const];
  return { ...doc, approvedBy: username, firstApprovedBy: first, deeds };
}

function lock({ token }: Of<'lock'>, about: About): Answer {
  const { who, slot, doc } = about;
  const held = doc.lock ?? { holder: who.username, token: null };
  return [
    [...writing(about), ...locked(about, token)],
    { ...slot, living: { ...doc, lock: held } },
  ];
}

function unlock({ token, force }: Of<'unlock'>, about: About): Answer {
  const { who, slot, doc } = about;
  const isOwn = doc.lock?.holder === who.username;
  const isBarred = doc.lock !== null && force && !isOwn && reach(who, '*') === 'none';
  const reasons = [
    ...(isOwn ? [] : writing(about)),
    ...(force ? [] : locked(about, token)),
    ...(isBarred ? ['forbidden'] : []),
  ];
  return [reasons, { ...slot, living: { ...doc, lock: null } }];
}

function remove({ expected, token }: Of<'delete'>, about: About): Answer {
  const { who, slot, doc } = about;
  const isHidden = doc.public === null || may(who, 'documents.publish', false);
  const reasons = [
    ...(may(who, 'documents.lifecycle', owns(who, doc)) && isHidden ? [] : ['forbidden']),
    ...locked(about, token),
    ...stale(doc, expected),
  ];
  const trashed: Doc = { ...doc, ...unapproved, public: null, lock: null };
  // The server chooses the path in the trash.
  return [reasons, { ...slot, living: null, trash: [...slot.trash, { doc: trashed, path: '' }] }];
}

/** CMS-ST-9, GAP-DOC-13: recovers the named entry, else the newest one that the person may read. */
function recover({ trashPath }: Of<'recover'>, { who, slot }: Question): Answer {
  const entry = slot.trash.findLast(
    ({ doc, path }) => mayRead(who, doc) && (trashPath === undefined || path === trashPath),
  );
  if (!entry) return [['not_found'], slot];
  const { doc } = entry;
  const reasons = [
    ...(may(who, 'documents.lifecycle', owns(who, doc)) ? [] : ['forbidden']),
    ...(slot.living ? ['already_exists'] : []),
  ];
  const trash = slot.trash.filter((other) => other !== entry);
  return [reasons, { ...slot, living: { ...doc, status: 'draft' }, trash }];
}

function rewind({ content, change, token }: Of<'rewind'>, about: About): Answer {
  const { who, slot, doc } = about;
  const isAllowed = may(who, 'documents.lifecycle', owns(who, doc));
  const reasons = [
    ...(isAllowed ? [] : ['forbidden']),
    ...writing(about),
    ...locked(about, token),
    ...(content ? [] : ['not_found']),
    ...(content?.isBroken ? ['frontmatter_broken'] : []),
  ];
  const { title, body } = content ?? doc.content;
  const text = { title, body, owner: doc.content.owner, isBroken: false };
  const others = content ? unapprovedOf(doc.deeds, content, change) : [];
  const rewound = withContent(doc, [who.username, ...others], text);
  const after: Doc = { ...rewound, status: 'draft', ...unapproved };
  return [reasons, { ...slot, living: after }];
}

function writing({ who, doc }: About): string[] {
  return may(who, 'documents.write', owns(who, doc)) ? [] : ['forbidden'];
}

/** GAP-DOC-10: another person's lock, or the own lock in another window. */
function locked({ who, doc: { lock: held } }: About, token: string | undefined): string[] {
  if (!held) return [];
  const isOwn = held.holder === who.username && (token === undefined || token === held.token);
  return isOwn ? [] : ['document_locked'];
}

function stale({ content }: Doc, expected: Expected | undefined): string[] {
  return expected === undefined || expected.key === keyOf(content) ? [] : ['stale_revision'];
}

function unreadable({ content }: Doc): string[] {
  return content.isBroken ? ['frontmatter_broken'] : [];
}
