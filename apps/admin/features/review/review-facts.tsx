import type { DocumentDetail } from '@galley/sdk';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { listNames } from '../../lib/format.ts';
import { personName } from '../../lib/person-name.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { useMessages } from '../../lib/messages.ts';
import { Facts, Panel, Time } from '../../ui/index.ts';
import styles from './review.module.css';
import { reviewMessages } from './messages.ts';

export function ReviewFacts({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const messages = useMessages(reviewMessages);
  const { author, last_change: change, editorial, names } = detail;
  const called = (username: string | null, nobody: string) =>
    username ? personName(names, username) : nobody;
  return (
    <Panel>
      <div className={styles['facts']}>
        <Facts
          facts={[
            [messages.writtenBy, called(author, messages.nobody)],
            ...(editorial.assignee
              ? [[messages.assignee, called(editorial.assignee, '')] as const]
              : []),
            [messages.contributors, <Contributors key="contributors" detail={detail} />],
            [messages.reviewer, called(editorial.reviewer, messages.anybody)],
            [
              messages.lastEditor,
              <span key="editor">
                {change?.cause === 'disk'
                  ? messages.onDisk
                  : called(change?.author ?? author, messages.nobody)}
                {change && (
                  <span className="soft">
                    {' · '}
                    <Time at={change.at} />
                  </span>
                )}
              </span>,
            ],
            [messages.publicNow, <PublicFact key="public" detail={detail} />],
            [messages.approval, <ApprovalFact key="approval" detail={detail} />],
          ]}
        />
      </div>
    </Panel>
  );
}

function PublicFact({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const messages = useMessages(reviewMessages);
  const { is_public: isPublic, published_revision: published, revision, url } = detail;
  if (!isPublic) return messages.notPublic;
  const href = publicAddress(url);
  const text = published === revision ? messages.publicSame : messages.publicOther;
  if (!href) return text;
  return (
    <a href={href} target="_blank" rel="noreferrer" title={messages.openSite}>
      {text} <ExternalLink size={13} aria-label={messages.openSite} />
    </a>
  );
}

function Contributors({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const messages = useMessages(reviewMessages);
  const { editorial, names } = detail;
  return (
    listNames(editorial.contributors.map((name) => personName(names, name))) || messages.nobody
  );
}

function ApprovalFact({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const messages = useMessages(reviewMessages);
  const { editorial, names } = detail;
  const { approvals, approvals_needed: needed, require_approval: isRequired } = editorial;
  const [last] = approvals.slice(-1);
  const about =
    editorial.joint_approvers.length > 0 ? messages.jointAllowed : messages.needsApproval;
  if (last === undefined)
    return (
      <>
        {messages.noApproval}
        {isRequired && <span className="soft small block">{about}</span>}
      </>
    );
  const by = messages.approvalOf({
    name: listNames(approvals.map((one) => personName(names, one.by))),
  });
  return (
    <>
      {by} <Time at={last.at} />
      {needed > 0 && <span className="soft small block">{messages.oneMoreNeeded}</span>}
    </>
  );
}
