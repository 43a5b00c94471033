import {
  decideAssignment,
  decideDue,
  decideExternal,
  decideReview,
  documentStatuses,
  moves,
  noAssignment,
  stateAfterEdit,
  type Decision,
  type DocumentStatus,
} from '@galley/editorial';
import { DomainError, systemActor } from '@galley/kernel';
import { code, type ReferenceSection } from './reference-table.ts';

const meanings: Readonly<Record<DocumentStatus, string>> = {
  draft: 'being written',
  in_review: 'awaits review; once approved, awaits publication',
  scheduled: 'will be published at its scheduled time',
  published: 'the current text is public',
  archived: 'kept, but not public or in use',
};

const publicationOutcomes: Readonly<Record<Decision['publication'], string>> = {
  keep: 'unchanged',
  publish: 'becomes this version',
  renew: 'becomes this file and keeps its publication time',
  withdraw: 'removed',
};

const approvalOutcomes: Readonly<Record<Decision['approval'], string>> = {
  keep: 'unchanged',
  clear: 'revoked',
  grant: 'granted',
  first: 'first of two approvals recorded',
};

/** Tabulates the results of document actions by calling the rules themselves. */
export function documentSections(): ReferenceSection[] {
  return [
    statesSection(),
    statusChangesSection(),
    editsSection(),
    reviewsSection(),
    assignmentsSection(),
    scheduleSection(),
    diskEditsSection(),
  ];
}

function statesSection(): ReferenceSection {
  return {
    title: 'Document states',
    text: 'The state describes the progress of the work. The public revision and the approval are separate: an approval belongs to one revision.',
    head: ['State', 'Meaning'],
    rows: documentStatuses.map((state) => [code(state), meanings[state]]),
  };
}

function statusChangesSection(): ReferenceSection {
  return {
    title: 'Changing the state',
    text: 'With `POST /documents/status`, with `workflow` in the frontmatter of a save, or in the admin. Other changes are refused with 409 `illegal_transition`; missing permission with 403 `forbidden`; a missing approval with 409 `approval_required`. “If required” refers to `editorial.require_approval` of the site.',
    head: ['From', 'To', 'Who can change it', 'Approval', 'Public revision', 'Approval afterwards'],
    rows: documentStatuses.flatMap((from) =>
      documentStatuses.flatMap((to) => {
        const move = moves[from][to];
        if (!move) return [];
        const who =
          move.by === 'publisher'
            ? '`documents.publish`'
            : 'owner, assignee, and `documents.write`';
        const needs = move.needsApproval ? 'current, if required' : 'not needed';
        return [[code(from), code(to), who, needs, ...describeEffects(move)]];
      }),
    ),
  };
}

function editsSection(): ReferenceSection {
  return {
    title: 'Editing the text',
    text: 'With a save that sets no state. Since an approval belongs to the old text, the edit revokes it. The public revision stays public until the next publication.',
    head: ['From', 'Without approval', 'With approval'],
    rows: documentStatuses.map((from) =>
      [from, stateAfterEdit(from, false), stateAfterEdit(from, true)].map(code),
    ),
  };
}

const reviewer = { ...systemActor, kind: 'user', username: 'reviewer' } as const;

function reviewsSection(): ReferenceSection {
  return {
    title: 'Reviewing',
    text: 'Requires `documents.review` and independence: the reviewer is not the owner, the assignee or the last editor, and with `editorial.independence: contributors` not a contributor (403 `not_independent`). If a reviewer is assigned, only they can decide (403 `not_assigned_reviewer`). The request names the reviewed revision (409 `stale_revision`). When two contributors review together, the first approval is recorded and the second one approves the document.',
    head: ['From', 'Action', 'To', 'Approval afterwards'],
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
        return [
          [code(from), code(action), code(decision.status), approvalOutcomes[decision.approval]],
        ];
      }),
    ),
  };
}

function assignmentsSection(): ReferenceSection {
  return {
    title: 'Assigning an owner, assignee or reviewer',
    text: 'Requires `documents.assign`. Every assignment revokes the approval.',
    head: ['From', 'Approval not required', 'Approval required'],
    rows: documentStatuses.map((from) => [
      code(from),
      ...[false, true].map((requireApproval) =>
        describeDecision(decideAssignment({ from, requireApproval })),
      ),
    ]),
  };
}

function scheduleSection(): ReferenceSection {
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
          editorial: noAssignment,
          metadata: {
            scheduledPublishAt: act === 'publish' ? now : null,
            scheduledUnpublishAt: act === 'unpublish' ? now : null,
          } as Parameters<typeof decideDue>[0]['document']['metadata'],
        },
      });
      if (!outcome || 'missed' in outcome) return [];
      const { decision } = outcome.step;
      const time = act === 'publish' ? 'scheduled_publish_at' : 'scheduled_unpublish_at';
      return [[code(status), code(time), code(decision.status), ...describeEffects(decision)]];
    }),
  );
  return {
    title: 'Scheduled actions',
    text: 'Each action runs once, in one of the server processes. If a required approval is missing or the file cannot be read, the action fails, `GET /documents/schedule` gives the reason, and the server retries every minute.',
    head: ['From', 'Time', 'To', 'Public revision', 'Approval afterwards'],
    rows,
  };
}

function diskEditsSection(): ReferenceSection {
  const outcome = (
    said: DocumentStatus,
    from: DocumentStatus | undefined,
    requireApproval: boolean,
  ) =>
    describeDecision(
      decideExternal({
        before: from && { status: from, revision: 'before', editorial: noAssignment },
        file: { status: said, revision: 'after', problem: null },
        requireApproval,
        baseline: false,
      }),
    );
  return {
    title: 'Editing the file on disk',
    text: 'With an editor, git or any other program. The state of the file is its `workflow`; without that key, it is `draft` if the file has `draft: true`, otherwise `published`. The new text revokes the approval. If approval is required, the state in the file is ignored: the document gets the state described in [Editing the text](#editing-the-text), a new file becomes a draft, and the public revision stays public. The first index of a project, and the first one after approval becomes required, accept the states of the files. An unreadable file changes nothing.',
    head: [
      'The file says',
      'Was published',
      'Was a draft',
      'New file',
      'New file, approval required',
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

function describeEffects({
  publication,
  approval,
}: Pick<Decision, 'publication' | 'approval'>): string[] {
  return [publicationOutcomes[publication], approvalOutcomes[approval]];
}

function describeDecision({ status, publication }: Decision): string {
  return publication === 'keep'
    ? code(status)
    : `${code(status)}; public revision: ${publicationOutcomes[publication]}`;
}

function unlessRefused<T>(decide: () => T): T | undefined {
  try {
    return decide();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
