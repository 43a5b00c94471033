import type { ApprovalRequest } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Stamp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, EmptyState, QueryBoundary, Panel, Time } from '../../ui/index.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { approvalsQuery } from './queries.ts';
import styles from './runs.module.css';
import { controlMessages, runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

export function ApprovalPanel({ run }: { readonly run: string }): ReactNode {
  const messages = useMessages(runsMessages);
  const query = useQuery(approvalsQuery(useWorkspace(), run));
  const [chosen, setChosen] = useState<ApprovalRequest | null>(null);
  return (
    <Panel title={messages.approvals} isFlush>
      <QueryBoundary query={query}>
        {(requests) =>
          requests.length === 0 ? (
            <EmptyState icon={Stamp} title={messages.noApprovals} />
          ) : (
            <ul className={styles['rows']}>
              {requests.map((request) => (
                <ApprovalRow key={request.id} request={request} onChoose={setChosen} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {chosen && <ApprovalDialog request={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}

function ApprovalRow(props: {
  readonly request: ApprovalRequest;
  readonly onChoose: (request: ApprovalRequest) => void;
}): ReactNode {
  const { request, onChoose } = props;
  const messages = useMessages(runsMessages);
  const text = useMessages(controlMessages);
  const session = useSession();
  const { proposal_id, task_id, requested_by, requested_at, reason } = request;
  const about = proposal_id ? messages.forProposal : task_id ? messages.forTask : messages.forRun;
  return (
    <li className={styles['row']}>
      <div className="grow stack">
        <div>
          <p className="breaks">{reason ?? messages.noReason}</p>
          <p className="soft small breaks">
            {messages.asks({ who: requested_by, what: about })} · <Time at={requested_at} />
          </p>
        </div>
        <div className="row">
          <Button
            size="small"
            disabledReason={!hasCapability(session, 'runs.approve') && text.needsApprove}
            onPress={() => onChoose(request)}
          >
            {messages.decideOn}
          </Button>
        </div>
      </div>
    </li>
  );
}
