import type { DocumentDetail, DocumentHistoryEntry } from '@galley/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  CalendarClock,
  Check,
  Ellipsis,
  FileText,
  Globe,
  History,
  Link2,
  MessageSquareWarning,
  UserRoundPen,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { personName } from '../../lib/person-name.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton, Menu, toastProblem, type MenuAction } from '../../ui/index.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { decide, type ReviewAction } from './decide.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { decisionMessages } from './decision-messages.ts';
import { decisionBar, publishBar } from './decision.ts';
import { PreviewLinksDialog } from './preview-links.tsx';
import { ReviewSchedule } from './review-schedule.tsx';
import { reviewMessages } from './messages.ts';
import type { PagePath } from '../../lib/page-path.ts';

type Sheet = ReviewAction | 'schedule' | 'assign' | 'links' | null;

interface BarProps {
  readonly detail: DocumentDetail;
  readonly history: readonly DocumentHistoryEntry[];
  readonly isChanged: boolean;
  readonly onRevision: (revision: string) => void;
}

export function DecisionBarView(props: BarProps): ReactNode {
  const { detail, onRevision } = props;
  const [sheet, setSheet] = useState<Sheet>(null);
  const close = () => setSheet(null);
  const onDone = (revision?: string) => {
    if (revision !== undefined) onRevision(revision);
    close();
  };
  const dialog = { detail, onClose: close, onDone };
  return (
    <div className="row">
      <Decisions {...props} onOpen={setSheet} />
      <Publishing {...props} onOpen={setSheet} onDone={onDone} />
      <MoreMenu detail={detail} onOpen={setSheet} />
      {isReviewAction(sheet) && <DecisionDialog {...dialog} act={sheet} />}
      {sheet === 'schedule' && <ReviewSchedule {...dialog} />}
      {sheet === 'assign' && <AssignDialog {...dialog} />}
      {sheet === 'links' && <PreviewLinksDialog detail={detail} onClose={close} />}
    </div>
  );
}

function isReviewAction(sheet: Sheet): sheet is ReviewAction {
  return sheet !== null && sheet !== 'schedule' && sheet !== 'assign' && sheet !== 'links';
}

type OpenProps = BarProps & { readonly onOpen: (sheet: Sheet) => void };

/** False if the user can decide. */
function useDecisionReason({ detail, history, isChanged }: BarProps): string | false {
  const messages = useMessages(decisionMessages);
  const { changedFirst } = useMessages(reviewMessages);
  const session = useSession();
  switch (decisionBar(session, detail, history)) {
    case 'role':
      return messages.barRole;
    case 'owner':
      return messages.barOwner;
    case 'assignee':
      return messages.barAssignee;
    case 'lastEditor':
      return messages.barLastEditor;
    case 'contributor':
      return messages.barContributor;
    case 'otherReviewer':
      return messages.otherReviewer({
        name: personName(detail.names, detail.editorial.reviewer ?? ''),
      });
    case 'notInReview':
      return messages.barNotInReview;
    case undefined:
      return isChanged && changedFirst;
  }
}

function Decisions(props: OpenProps): ReactNode {
  const { detail, onOpen } = props;
  const messages = useMessages(decisionMessages);
  const session = useSession();
  const reason = useDecisionReason(props);
  const { approvals, approvals_needed: needed } = detail.editorial;
  const isMine = approvals.some(({ by }) => by === session.username);
  const isApproved = needed === 0;
  const youApproved = isApproved ? messages.youApproved : messages.youApprovedFirst;
  const noApproval = reason || (isMine && youApproved);
  useShortcut({ keys: 'a', label: messages.approve, run: () => onOpen('approve') }, !noApproval);
  useShortcut(
    { keys: 'c', label: messages.requestChanges, run: () => onOpen('request_changes') },
    !reason,
  );
  if (detail.status !== 'in_review' && hasCapability(session, 'documents.publish')) return null;
  return (
    <>
      <Button
        icon={MessageSquareWarning}
        shortcut="c"
        disabledReason={reason}
        onPress={() => onOpen('request_changes')}
      >
        {messages.requestChanges}
      </Button>
      <Button
        kind={isApproved ? 'secondary' : 'primary'}
        icon={Check}
        shortcut="a"
        disabledReason={noApproval}
        onPress={() => onOpen('approve')}
      >
        {messages.approve}
      </Button>
    </>
  );
}

function usePublishReason({ detail, isChanged }: BarProps) {
  const messages = useMessages(decisionMessages);
  const { changedFirst } = useMessages(reviewMessages);
  const session = useSession();
  return (wanted: 'published' | 'scheduled'): string | false => {
    switch (publishBar(session, detail, wanted)) {
      case 'role':
        return messages.publicRole;
      case 'needsApproval':
        return messages.publicNeedsApproval;
      case 'published':
        return messages.publicPublished;
      case 'scheduled':
        return messages.publicScheduled;
      case undefined:
        return isChanged && changedFirst;
    }
  };
}

/** People who may decide alone and publish do both in one step. */
function useApprovesAndPublishes(props: BarProps): boolean {
  const session = useSession();
  const isBarred = useDecisionReason(props) !== false;
  const { detail } = props;
  const isJoint = detail.editorial.joint_approvers.includes(session.username);
  return !isBarred && !isJoint && publishBar(session, detail, 'published') === 'needsApproval';
}

function Publishing(
  props: OpenProps & { readonly onDone: (revision?: string) => void },
): ReactNode {
  const { detail, onOpen, onDone } = props;
  const messages = useMessages(decisionMessages);
  const session = useSession();
  const reasonOf = usePublishReason(props);
  const isBoth = useApprovesAndPublishes(props);
  const noPublish = !isBoth && reasonOf('published');
  const label = isBoth ? messages.approveAndPublish : messages.publish;
  const open = () => onOpen(isBoth ? 'approve_and_publish' : 'publish');
  useShortcut({ keys: 'p', label, run: open }, !noPublish);
  const { approvedAndPublished: done } = messages;
  const publishChanges = useAction(
    () => decide({ act: 'approve_and_publish', detail, note: '', done, onDone }),
    toastProblem,
  );
  // A new page asks first, and so does the key, which is pressed too easily.
  const isDirect = isBoth && detail.is_public;
  const isVisible =
    hasCapability(session, 'documents.publish', true) && detail.status !== 'published';
  if (!isVisible) return null;
  const isApproved = detail.editorial.approved_revision === detail.revision;
  return (
    <>
      <Button
        icon={CalendarClock}
        disabledReason={reasonOf('scheduled')}
        onPress={() => onOpen('schedule')}
      >
        {messages.schedule}
      </Button>
      <Button
        kind={isApproved ? 'primary' : 'secondary'}
        icon={Globe}
        shortcut="p"
        disabledReason={noPublish}
        isPending={publishChanges.isPending}
        onPress={isDirect ? publishChanges.run : open}
      >
        {label}
      </Button>
    </>
  );
}

function MoreMenu(props: {
  readonly detail: DocumentDetail;
  readonly onOpen: (sheet: Sheet) => void;
}): ReactNode {
  const { detail, onOpen } = props;
  const messages = useMessages(reviewMessages);
  const decisions = useMessages(decisionMessages);
  const session = useSession();
  const navigate = useNavigate();
  const go = (to: PagePath) => void navigate({ to, params: { _splat: detail.path } });
  const actions: (MenuAction | null)[] = [
    {
      id: 'history',
      label: messages.history,
      icon: History,
      onAction: () => go('/history/$'),
    },
    {
      id: 'assign',
      label: messages.assign,
      icon: UserRoundPen,
      disabledReason: !hasCapability(session, 'documents.assign', true) && decisions.mayNotAssign,
      onAction: () => onOpen('assign'),
    },
    { id: 'links', label: messages.links, icon: Link2, onAction: () => onOpen('links') },
  ];
  return (
    <>
      <Link to={'/edit/$'} params={{ _splat: detail.path }} className="button secondary">
        <FileText aria-hidden size={16} />
        {messages.editText}
      </Link>
      <Menu label={messages.more} actions={actions}>
        <IconButton kind="quiet" icon={Ellipsis}>
          {messages.more}
        </IconButton>
      </Menu>
    </>
  );
}
