import type { ApprovalRow, ProposalDetail } from './console-view.ts';
import { commands } from './command-line.ts';
import { line, type Line, type Tone } from './line.ts';
import type { Fact } from './pane.ts';
import { momentText } from './time-text.ts';
import { hardWrapped, wrapped } from './visible-text.ts';

export interface Subject {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly body?: string;
  /** Unified diff; null if missing, absent if the subject never has one. */
  readonly patch?: string | null;
}

export function proposalSubject(detail: ProposalDetail, approval?: ApprovalRow): Subject {
  const { id, title, status, risk, proposedBy, baseRevision, patchSha256 } = detail;
  return {
    title: approval ? `Approval ${approval.id}` : `Proposal ${id}`,
    facts: [
      ...(approval ? decisionFacts(approval, patchSha256) : []),
      ['Proposal', `${id}: ${title}`],
      ['Status', `${status}, risk ${risk}, by ${proposedBy}, on ${baseRevision ?? 'no revision'}`],
      ['Patch shown', patchSha256 ?? 'none'],
      ...(approval ? [] : detail.approvals.map(askedFact)),
    ],
    body: detail.body,
    patch: detail.patch,
  };
}

/** The subject of the request is listed below. */
function decisionFacts(approval: ApprovalRow, shown: string | null): Fact[] {
  const { status, requestedBy, requestedAt, decidedBy, reason, note, patchSha256 } = approval;
  const decided = decidedBy === null ? status : `${status} by ${decidedBy}`;
  return [
    ['Approval', `${decided}, requested by ${requestedBy}, ${momentText(requestedAt)}`],
    ...(reason === null ? [] : [['Reason', reason] as const]),
    ...(note === null ? [] : [['Note', note] as const]),
    ...(patchSha256 === shown ? [] : [['For patch', patchSha256 ?? 'no patch'] as const]),
  ];
}

function askedFact({ id, status, requestedBy }: ApprovalRow): Fact {
  return ['Approval', `${id}: ${status}, requested by ${requestedBy}`];
}

const keys: readonly Fact[] = [
  ['Arrows, j k', 'move by a row, or scroll by a line'],
  ['PgUp, PgDn', 'move by a page'],
  ['Home g, End G', 'go to the first or last row'],
  ['Tab, 1 to 7', 'switch to another list'],
  ['Enter', 'inspect the selected row; for proposals with the diff'],
  ['r', 'reload the shown proposal'],
  ['Esc', 'go back'],
  [':', 'open the command line; Up and Down browse the history'],
  ['?', 'show this help'],
  ['q, Ctrl-C', 'leave'],
];

const reading = `TASKS counts open, in-progress, blocked and done tasks, in this order.
Long IDs are shortened to their end; the end is enough to type.
A decision applies to the shown patch: if the patch has changed since, the server refuses the decision.`;

export const helpSubject: Subject = {
  title: 'Help',
  facts: [
    ...keys,
    ...Object.entries(commands).map(([name, [takes, does]]): Fact => [
      `:${name}`,
      takes === '' ? does : `${takes}  ${does}`,
    ]),
  ],
  body: reading,
};

const labelWidth = 14;
const laidOut = new WeakMap<Subject, { readonly width: number; readonly lines: readonly Line[] }>();

/** Cached, so that a long patch is not laid out for every key press. */
export function pageLines(subject: Subject, width: number): readonly Line[] {
  const known = laidOut.get(subject);
  if (known?.width === width) return known.lines;
  const lines = [
    ...subject.facts.flatMap((fact) => factLines(fact, width)),
    ...(subject.body === undefined ? [] : ['', ...wrapped(subject.body, width)]).map((text) =>
      line(text),
    ),
    ...patchLines(subject.patch, width),
  ];
  laidOut.set(subject, { width, lines });
  return lines;
}

function factLines([label, value]: Fact, width: number): Line[] {
  return wrapped(value, width - labelWidth).map((text, index): Line => {
    const shownLabel = (index === 0 ? label : '').padEnd(labelWidth);
    return [
      { text: shownLabel, tone: 'strong' },
      { text, tone: 'plain' },
    ];
  });
}

function patchLines(patch: Subject['patch'], width: number): Line[] {
  if (patch === undefined) return [];
  if (patch === null) return [line(''), line('No patch.', 'quiet')];
  const lines = patch.replace(/\n$/, '').split('\n');
  return [line(''), ...lines.flatMap((text) => diffLines(text, width))];
}

/** Long lines continue below, with the sign and a mark. */
function diffLines(text: string, width: number): Line[] {
  const sign = /^[-+ ]/.exec(text)?.[0] ?? '';
  const pieces = hardWrapped(text.slice(sign.length), width - sign.length - 1);
  const tone = diffTone(text);
  return pieces.map((piece, index) => line(index === 0 ? sign + piece : `${sign}»${piece}`, tone));
}

function diffTone(text: string): Tone {
  if (text.startsWith('+')) return 'good';
  if (text.startsWith('-')) return 'bad';
  return text.startsWith('@@') ? 'strong' : 'plain';
}
