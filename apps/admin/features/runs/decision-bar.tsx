import type { ProposalDetail } from '@galley/sdk';
import { Check, PencilLine, Undo2, X, type LucideIcon } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useCommands, type Command } from '../../lib/commands.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, toast } from '../../ui/index.ts';
import { DecisionDialog, type AnyDecision } from './decision-dialog.tsx';
import { commentMessages } from './comment-messages.ts';
import type { PatchReview } from './patch-review.tsx';
import { proposalMessages } from './proposal-messages.ts';
import {
  decisionDisabledReason,
  rollbackDisabledReason,
  type Decision,
} from './disabled-reasons.ts';
import styles from './runs.module.css';

const decisions: readonly (readonly [Decision, LucideIcon, string])[] = [
  ['reject', X, 'r'],
  ['request_revision', PencilLine, 'c'],
  ['accept', Check, 'a'],
];

export function DecisionBar(props: {
  readonly proposal: ProposalDetail;
  readonly isPatchNew: boolean;
  readonly review: PatchReview;
}): ReactNode {
  const { proposal, isPatchNew, review } = props;
  const texts = useMessages(commentMessages);
  const all = review.hunks.length;
  const chosen = review.hunks.filter(({ id }) => !review.omitted.has(id)).length;
  const session = useSession();
  const [asked, setAsked] = useState<AnyDecision | null>(null);
  const isAccepted = proposal.status === 'accepted';
  return (
    <div className={styles['actions']}>
      {isAccepted && (
        <DecisionButton
          decision="rollback"
          icon={Undo2}
          off={rollbackDisabledReason(proposal, session)}
          onAsk={setAsked}
        />
      )}
      {!isAccepted &&
        decisions.map(([decision, icon, keys]) => (
          <DecisionButton
            key={decision}
            {...{ decision, icon, keys }}
            off={
              decisionDisabledReason(decision, proposal, { session, isPatchNew }) ??
              (decision === 'accept' && all > 0 && chosen === 0 ? texts.noneChosen : undefined)
            }
            {...(decision === 'accept' &&
              chosen < all && { label: texts.acceptSome({ chosen, all }) })}
            onAsk={setAsked}
          />
        ))}
      {asked && (
        <DecisionDialog
          decision={asked}
          proposal={proposal}
          review={review}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

interface ButtonProps {
  readonly decision: AnyDecision;
  readonly icon: LucideIcon;
  readonly keys?: string;
  readonly off: string | undefined;
  /** Default: the name of the decision. */
  readonly label?: string;
  readonly onAsk: (decision: AnyDecision) => void;
}

function DecisionButton(props: ButtonProps): ReactNode {
  const { decision, icon, keys, off, onAsk } = props;
  const messages = useMessages(proposalMessages);
  const label = props.label ?? messages[decision];
  const press = () => {
    if (off === undefined) onAsk(decision);
    else toast({ text: off, tone: 'info' });
  };
  useShortcut({ keys: keys ?? '', label, run: press }, keys !== undefined);
  const commands = useMemo(
    (): Command[] =>
      off === undefined
        ? [{ id: `proposal-${decision}`, label, icon, run: () => onAsk(decision) }]
        : [],
    [off, decision, label, icon, onAsk],
  );
  useCommands(commands);
  return (
    <Button
      icon={icon}
      kind={decision === 'accept' && off === undefined ? 'primary' : 'secondary'}
      disabledReason={off}
      {...(keys !== undefined && { shortcut: keys })}
      onPress={press}
    >
      {label}
    </Button>
  );
}
