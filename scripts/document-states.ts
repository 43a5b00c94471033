import {
  decideAssignment,
  decideDue,
  decideExternal,
  decideReview,
  documentStatuses,
  moves,
  nobodyAssigned,
  stateAfterEdit,
  type Decision,
  type DocumentStatus,
} from '@galley/editorial';
import { DomainError, systemActor } from '@galley/kernel';
import { code, type ReferenceSection } from './reference-table.ts';

const meanings: Readonly<Record<DocumentStatus, string>> = {
  draft: 'is being written',
  in_review: 'a review was asked for; with an approval, it waits for whoever publishes',
  scheduled: 'becomes public at its time',
  published: 'this text is what the public sees',
  archived: 'out of use, and kept',
};

const publicly: Readonly<Record<Decision['publication'], string>> = {
  keep: 'stays as it is',
  publish: 'becomes this text',
  renew: 'becomes this file, published when it was',
  withdraw: 'goes',
};

const approvals: Readonly<Record<Decision['approval'], string>> = {
  keep: 'stays',
  clear: 'goes',
  grant: 'is given',
  first: 'takes one more',
};

/** Tabulates the results of document actions by calling the rules themselves. */
export function documentSections(): ReferenceSection[] {
  return [states(), asked(), edited(), reviewed(), assigned(), due(), editedOnDisk()];
}

function states(): ReferenceSection {
  return {
    title: 'What they mean',
    text: 'The state says where the work stands. What the public sees is a thing of its own, and so is the approval, which is of one revision.',
    head: ['State', 'The document'],
    rows: documentStatuses.map((state) => [code(state), meanings[state]]),
  };
}

function asked(): ReferenceSection {
  return {
    title: 'When somebody asks for another state',
    text: 'By `POST /documents/status`, by `workflow` in the frontmatter of a save, or in the admin. What is not here is refused with 409 `illegal_transition`; without the right it is 403 `forbidden`, without a needed approval 409 `approval_required`. “Required” means that the site has `editorial.require_approval`.',
    head: ['From', 'To', 'Who may', 'Approval', 'The public revision', 'The approval then'],
    rows: documentStatuses.flatMap((from) =>
      documentStatuses.flatMap((to) => {
        const move = moves[from][to];
        if (!move) return [];
        const who =
          move.by === 'publisher'
            ? '`documents.publish`'
            : 'owner, assignee, and `documents.write`';
        const needs = move.needsApproval ? 'current, where required' : 'not needed';
        return [[code(from), code(to), who, needs, ...effects(move)]];
      }),
    ),
  };
}

function edited(): ReferenceSection {
  return {
    title: 'When the text is changed',
    text: 'By a save that asks for no state. The approval was of the old text, and goes; what is public stays until somebody publishes.',
    head: ['From', 'Without an approval', 'With one'],
    rows: documentStatuses.map((from) =>
      [from, stateAfterEdit(from, false), stateAfterEdit(from, true)].map(code),
    ),
  };
}

const reviewer = { ...systemActor, kind: 'user', username: 'reviewer' } as const;

function reviewed(): ReferenceSection {
  return {
    title: 'When a reviewer decides',
    text: 'It takes `documents.review`, somebody who is neither owner nor assignee nor the last editor, nor any other contributor by `editorial.independence: contributors` (403 `not_independent`), the assigned reviewer where there is one (403 `not_assigned_reviewer`), and the revision that was read (409 `stale_revision`). Of two contributors who may review, the first approval changes nothing yet, and the second is the approval.',
    head: ['From', 'Action', 'To', 'The approval then'],
    rows: documentStatuses.flatMap((from) =>
      (['approve', 'request_changes'] as const).flatMap((action) => {
        const decision = unlessRefused(() =>
          decideReview({
            actor: reviewer,
            action,
            from,
            reviewer: null,
            isOwner: false,
            isAssignee: false,
            isLastEditor: false,
            isContributor: false,
            isJointApprover: false,
            approvals: [],
            revision: 'read',
            expectedRevision: 'read',
          }),
        );
        if (!decision) return [];
        return [[code(from), code(action), code(decision.status), approvals[decision.approval]]];
      }),
    ),
  };
}

function assigned(): ReferenceSection {
  return {
    title: 'When it gets another owner, assignee or reviewer',
    text: 'It takes `documents.assign`. The approval goes in any case.',
    head: ['From', 'Approval not required', 'Approval required'],
    rows: documentStatuses.map((from) => [
      code(from),
      ...[false, true].map((requireApproval) => told(decideAssignment({ from, requireApproval }))),
    ]),
  };
}

function due(): ReferenceSection {
  const now = new Date(1);
  const rows = documentStatuses.flatMap((status) =>
    (['publish', 'unpublish'] as const).flatMap((act) => {
      const outcome = decideDue({
        act,
        now,
        requireApproval: false,
        document: {
          status,
          revision: 'due',
          publicHash: act === 'unpublish' ? 'public' : null,
          problem: null,
          editorial: nobodyAssigned,
          metadata: {
            scheduledPublishAt: act === 'publish' ? now : null,
            scheduledUnpublishAt: act === 'unpublish' ? now : null,
          } as Parameters<typeof decideDue>[0]['document']['metadata'],
        },
      });
      if (!outcome || 'missed' in outcome) return [];
      const { decision } = outcome.step;
      const time = act === 'publish' ? 'scheduled_publish_at' : 'scheduled_unpublish_at';
      return [[code(status), code(time), code(decision.status), ...effects(decision)]];
    }),
  );
  return {
    title: 'When the clock comes to one of its times',
    text: 'Done by the server, once, whichever process it is. Where an approval is required and there is none, or the file cannot be read, it is not done, is tried again each minute, and `GET /documents/schedule` says why.',
    head: ['From', 'Time', 'To', 'The public revision', 'The approval then'],
    rows,
  };
}

function editedOnDisk(): ReferenceSection {
  const outcome = (
    said: DocumentStatus,
    from: DocumentStatus | undefined,
    requireApproval: boolean,
  ) =>
    told(
      decideExternal({
        before: from && { status: from, revision: 'before', editorial: nobodyAssigned },
        file: { status: said, revision: 'after', problem: null },
        requireApproval,
        baseline: false,
      }),
    );
  return {
    title: 'When its file is edited on disk',
    text: 'By an editor, git, or any other program; the state that the file names is its `workflow`, without it `draft` where it says `draft: true`, and else `published`. The approval goes with the new text. Where approval is required, the file is not believed: the state is that of [new text](#when-the-text-is-changed), a new file is a draft, and what is public stays. The very first index of a project, and the first one after the requirement was switched on, take the files as they stand. A file that cannot be read changes nothing.',
    head: [
      'The file says',
      'It was published',
      'It was a draft',
      'It is new',
      'New, approval required',
    ],
    rows: documentStatuses.map((said) => [
      code(said),
      outcome(said, 'published', false),
      outcome(said, 'draft', false),
      outcome(said, undefined, false),
      outcome(said, undefined, true),
    ]),
  };
}

function effects({ publication, approval }: Pick<Decision, 'publication' | 'approval'>): string[] {
  return [publicly[publication], approvals[approval]];
}

/** The state, and the public revision if it changes. */
function told({ status, publication }: Decision): string {
  return publication === 'keep'
    ? code(status)
    : `${code(status)}; what is public ${publicly[publication]}`;
}

function unlessRefused<T>(decide: () => T): T | undefined {
  try {
    return decide();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
