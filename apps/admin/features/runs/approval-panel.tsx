import type { ApprovalRequest } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Stamp } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Empty, Loading, Panel, Time } from '../../ui/index.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { approvalsQuery } from './queries.ts';
import styles from './runs.module.css';
import { controlWords, runsWords } from './words.ts';
import { useWorkspace } from './workspace.tsx';

export function ApprovalPanel(): ReactNode {
  const words = useWords(runsWords);
  const query = useQuery(approvalsQuery(useWorkspace()));
  const [chosen, setChosen] = useState<ApprovalRequest | null>(null);
  return (
    <Panel title={words.approvals} isFlush>
      <Loading query={query}>
        {(requests) =>
          requests.length === 0 ? (
            <Empty icon={Stamp} title={words.noApprovals} />
          ) : (
            <ul className={styles['rows']}>
              {requests.map((request) => (
                <ApprovalRow key={request.id} request={request} onChoose={setChosen} />
              ))}
            </ul>
          )
        }
      </Loading>
      {chosen && <ApprovalDialog request={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  );
}

function ApprovalRow(props: {
  readonly request: ApprovalRequest;
  readonly onChoose: (request: ApprovalRequest) => void;
}): ReactNode {
  const { request, onChoose } = props;
  const words = useWords(runsWords);
  const text = useWords(controlWords);
  const session = useSession();
  const { proposal_id, task_id, requested_by, requested_at, reason } = request;
  const about = proposal_id ? words.forProposal : task_id ? words.forTask : words.forRun;
  return (
    <li className={styles['row']}>
      <div className="grow stack">
        <div>
          <p className="breaks">{reason ?? words.noReason}</p>
          <p className="soft small breaks">
            {words.asks(requested_by, about)} · <Time at={requested_at} />
          </p>
        </div>
        <div className="row">
          <Button
            size="small"
            disabledReason={!may(session, 'runs.approve') && text.needsApprove}
            onPress={() => onChoose(request)}
          >
            {words.decideOn}
          </Button>
        </div>
      </div>
    </li>
  );
}
