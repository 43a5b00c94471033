import { redactSecrets } from '@galley/kernel';

/** Why a run does not continue by itself, or which agent continues it. */
export type WaitingKind =
  | 'agent'
  | 'turn'
  | 'supervisor'
  | 'coordinator'
  | 'question'
  | 'approval'
  | 'proposal'
  | 'revision'
  | 'person'
  | 'blocked'
  | 'dependency'
  | 'agents'
  | 'work'
  | 'resume'
  | 'pause'
  | 'draining'
  | 'degraded'
  | 'ended';

/** Says what a run is waiting for: as a sentence, and in parts for translations. */
export interface RunWaiting {
  readonly kind: WaitingKind;
  readonly text: string;
  /** Purpose of the turn; `other`: in the words of `subject`. */
  readonly purpose: 'task' | 'review' | 'revise' | 'plan' | 'other' | null;
  /** The agent, or for `person` the user, that the run waits for; for `dependency`, the title of that task. */
  readonly who: string | null;
  /** Question, approval request, proposal or task. */
  readonly subjectId: string | null;
  /** Its title or text. */
  readonly subject: string | null;
  /** Number of other agents at work. */
  readonly others: number;
}

export interface WaitingSubject {
  readonly id: string;
  readonly who: string;
  readonly text: string;
}

export interface RunSituation {
  readonly state: string;
  readonly reason: string | null;
  readonly reasonDetail: string | null;
  /** The agent at work, else the next in line. */
  readonly turn: {
    readonly agentId: string;
    readonly isWorking: boolean;
    readonly reason: string;
    /** Title of the task or proposal that the turn is about. */
    readonly title: string | null;
    /** Number of agents at work. */
    readonly working: number;
  } | null;
  readonly isSupervised: boolean;
  readonly isCoordinated: boolean;
  readonly question: WaitingSubject | null;
  readonly approval: WaitingSubject | null;
  readonly proposal: (WaitingSubject & { readonly status: string }) | null;
  /** A task that a person has taken over. */
  readonly personTask: WaitingSubject | null;
  /** The first blocked task; `who` is the note about it. */
  readonly blockedTask: WaitingSubject | null;
  /** The first task that waits for a task (`who`) which is not itself waiting for an agent. */
  readonly dependentTask: WaitingSubject | null;
  readonly tasksBlocked: number;
  /** Without those that wait for other tasks. */
  readonly tasksActive: number;
}

const maxSubjectLength = 160;

interface Row {
  readonly when: (run: RunSituation) => boolean;
  readonly describe: (run: RunSituation) => Omit<RunWaiting, 'kind'>;
  readonly kind: WaitingKind;
}

const nobody = { purpose: null, who: null, subjectId: null, subject: null, others: 0 };

const paused: readonly Row[] = [
  {
    kind: 'pause',
    when: ({ state, reasonDetail }) => state === 'paused-intake' && reasonDetail !== null,
    describe: ({ reasonDetail }) => ({ ...nobody, text: reasonDetail!, subject: reasonDetail }),
  },
  {
    kind: 'resume',
    when: ({ state }) => state === 'paused-intake',
    describe: () => ({ ...nobody, text: 'Paused by a person. Resume the run to continue.' }),
  },
];

/** People come before agents in line, because a person can act at once. The first matching row applies. */
const rows: readonly Row[] = [
  {
    kind: 'ended',
    when: ({ state }) => ['completed', 'failed', 'stopped'].includes(state),
    describe: ({ state }) => ({ ...nobody, text: endings[state]! }),
  },
  ...paused,
  {
    kind: 'degraded',
    when: ({ state }) => state === 'degraded',
    describe: () => ({ ...nobody, text: 'The coordinator reports errors and tries again.' }),
  },
  {
    kind: 'draining',
    when: ({ state }) => state === 'draining',
    describe: ({ turn }) =>
      turn
        ? {
            ...ofTurn(turn),
            text: `Stops when ${turn.agentId} has finished ${purposeOf(turn)}${andOthers(turn.working - 1)}.`,
          }
        : { ...nobody, text: 'Stops when the current work is finished.' },
  },
  {
    kind: 'agent',
    when: ({ turn }) => turn?.isWorking === true,
    describe: ({ turn }) => ({
      ...ofTurn(turn!),
      text: `${turn!.agentId} is working on ${purposeOf(turn!)}${andOthers(turn!.working - 1)}.`,
    }),
  },
  {
    kind: 'question',
    when: ({ question }) => question !== null,
    describe: ({ question }) =>
      about(question!, (text) => `${question!.who} waits for an answer: “${text}”`),
  },
  {
    kind: 'approval',
    when: ({ approval }) => approval !== null,
    describe: ({ approval }) =>
      about(approval!, (text) =>
        text === ''
          ? `${approval!.who} waits for an approval.`
          : `${approval!.who} waits for an approval: “${text}”`,
      ),
  },
  {
    kind: 'blocked',
    when: ({ state, blockedTask }) => state === 'blocked' && blockedTask !== null,
    describe: ({ blockedTask, tasksBlocked }) => blocked(blockedTask!, tasksBlocked),
  },
  {
    kind: 'coordinator',
    when: ({ isCoordinated, proposal }) => !isCoordinated && proposal?.status !== 'in_review',
    describe: () => ({
      ...nobody,
      text: 'No coordinator is running. Start one with: galley serve --agents',
    }),
  },
  {
    kind: 'turn',
    when: ({ turn, isSupervised }) => turn !== null && isSupervised,
    describe: ({ turn }) => ({
      ...ofTurn(turn!),
      text: `${turn!.agentId} is next, with ${purposeOf(turn!)}.`,
    }),
  },
  {
    kind: 'supervisor',
    when: ({ turn }) => turn !== null,
    describe: ({ turn }) => ({
      ...ofTurn(turn!),
      text: `${turn!.agentId} waits to be started. Start agents with: galley serve --agents`,
    }),
  },
  {
    kind: 'proposal',
    when: ({ proposal }) => proposal !== null && proposal.status !== 'revision_requested',
    describe: ({ proposal }) =>
      about(proposal!, (text) => `The proposal “${text}” waits for a decision.`),
  },
  {
    kind: 'revision',
    when: ({ proposal }) => proposal !== null,
    describe: ({ proposal }) =>
      about(proposal!, (text) => `${proposal!.who} is asked to revise “${text}”.`),
  },
  {
    kind: 'person',
    when: ({ personTask }) => personTask !== null,
    describe: ({ personTask }) =>
      about(personTask!, (text) => `${personTask!.who} works on “${text}”.`),
  },
  {
    kind: 'dependency',
    when: ({ dependentTask }) => dependentTask !== null,
    describe: ({ dependentTask }) => {
      const { id: subjectId, who, text } = dependentTask!;
      const [subject, other] = [shortened(text), shortened(who)];
      return {
        ...nobody,
        who: other,
        subjectId,
        subject,
        text: `The task “${subject}” waits for “${other}”.`,
      };
    },
  },
  {
    kind: 'agents',
    when: ({ tasksActive }) => tasksActive > 0,
    describe: ({ tasksActive: count }) => ({
      ...nobody,
      subject: String(count),
      text: `${count === 1 ? 'One task waits' : `${count} tasks wait`} for an agent.`,
    }),
  },
  {
    kind: 'blocked',
    when: ({ blockedTask }) => blockedTask !== null,
    describe: ({ blockedTask, tasksBlocked }) => blocked(blockedTask!, tasksBlocked),
  },
  {
    kind: 'work',
    when: () => true,
    describe: () => ({
      ...nobody,
      text: 'No task is left to do. Create a task, or send an agent a message.',
    }),
  },
];

const endings: Readonly<Record<string, string>> = {
  completed: 'Completed: all tasks and proposals are done.',
  failed: 'Failed. Reopen the run to try again.',
  stopped: 'Stopped. Reopen the run to continue.',
};

export function describeWaiting(situation: RunSituation): RunWaiting {
  const { kind, describe } = rows.find(({ when }) => when(situation))!;
  const waiting = describe(situation);
  const subject = waiting.subject === null ? null : redactSecrets(waiting.subject);
  const who = waiting.who === null ? null : redactSecrets(waiting.who);
  return { kind, ...waiting, who, subject, text: redactSecrets(waiting.text) };
}

function about(
  { id, who, text }: WaitingSubject,
  tell: (text: string) => string,
): Omit<RunWaiting, 'kind'> {
  const subject = shortened(text);
  return { ...nobody, who, subjectId: id, subject, text: tell(subject) };
}

function blocked({ id, who: note, text }: WaitingSubject, count: number) {
  const subject = shortened(text);
  const why = note === '' ? '' : ` (${shortened(note)})`;
  const told =
    count === 1
      ? `The task “${subject}” is blocked`
      : `${count} tasks are blocked, first “${subject}”`;
  const who = note === '' ? null : shortened(note);
  return { ...nobody, who, subjectId: id, subject, text: `${told}${why}.` };
}

function ofTurn({
  agentId: who,
  reason,
  title,
  isWorking,
  working,
}: NonNullable<RunSituation['turn']>): Omit<RunWaiting, 'kind' | 'text'> {
  const others = isWorking ? working - 1 : 0;
  if (reason === 'plan') return { ...nobody, purpose: 'plan', who, others };
  const [, purpose, subjectId] = /^(task|review|revise) (\S+)$/.exec(reason) ?? [];
  if (purpose === undefined || subjectId === undefined)
    return { ...nobody, purpose: 'other', who, others, subject: shortened(reason) };
  const subject = title === null ? subjectId : shortened(title);
  return { purpose: purpose as 'task' | 'review' | 'revise', who, others, subjectId, subject };
}

function purposeOf(turn: NonNullable<RunSituation['turn']>): string {
  const { purpose, subject } = ofTurn(turn);
  if (purpose === 'plan') return 'the plan of the run';
  if (purpose === 'other') return subject === '' ? 'its turn' : `“${subject}”`;
  return `${{ task: 'the task', review: 'the review of', revise: 'the revision of' }[purpose!]} “${subject}”`;
}

function andOthers(count: number): string {
  if (count <= 0) return '';
  return count === 1 ? ', and another agent works, too' : `, and ${count} other agents work, too`;
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const units = [...line];
  return units.length > maxSubjectLength ? `${units.slice(0, maxSubjectLength).join('')}…` : line;
}
