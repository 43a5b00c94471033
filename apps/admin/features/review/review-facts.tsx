import type { DocumentDetail } from '@galley/sdk';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { personName } from '../../lib/person-name.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { language, useWords } from '../../lib/words.ts';
import { Facts, Panel, Time } from '../../ui/index.ts';
import styles from './review.module.css';
import { reviewWords } from './words.ts';

export function ReviewFacts({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const words = useWords(reviewWords);
  const { author, last_change: change, editorial, names } = detail;
  const called = (username: string | null, nobody: string) =>
    username ? personName(names, username) : nobody;
  return (
    <Panel>
      <div className={styles['facts']}>
        <Facts
          facts={[
            [words.writtenBy, called(author, words.nobody)],
            ...(editorial.assignee
              ? [[words.assignee, called(editorial.assignee, '')] as const]
              : []),
            [words.contributors, <Contributors key="contributors" detail={detail} />],
            [words.reviewer, called(editorial.reviewer, words.anybody)],
            [
              words.lastEditor,
              <span key="editor">
                {change?.cause === 'disk'
                  ? words.onDisk
                  : called(change?.author ?? author, words.nobody)}
                {change && (
                  <span className="soft">
                    {' · '}
                    <Time at={change.at} />
                  </span>
                )}
              </span>,
            ],
            [words.publicNow, <PublicFact key="public" detail={detail} />],
            [words.approval, <ApprovalFact key="approval" detail={detail} />],
          ]}
        />
      </div>
    </Panel>
  );
}

function PublicFact({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const words = useWords(reviewWords);
  const { is_public: isPublic, published_revision: published, revision, url } = detail;
  if (!isPublic) return words.notPublic;
  const href = publicAddress(url);
  const text = published === revision ? words.publicSame : words.publicOther;
  if (!href) return text;
  return (
    <a href={href} target="_blank" rel="noreferrer" title={words.openSite}>
      {text} <ExternalLink size={13} aria-label={words.openSite} />
    </a>
  );
}

/** Authors of text that needs someone else's approval. */
function Contributors({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const words = useWords(reviewWords);
  const { editorial, names } = detail;
  return listed(editorial.contributors.map((name) => personName(names, name))) || words.nobody;
}

function ApprovalFact({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const words = useWords(reviewWords);
  const { editorial, names } = detail;
  const { approvals, approvals_needed: needed, require_approval: isRequired } = editorial;
  const [last] = approvals.slice(-1);
  const about = editorial.joint_approvers.length > 0 ? words.jointAllowed : words.needsApproval;
  if (last === undefined)
    return (
      <>
        {words.noApproval}
        {isRequired && <span className="soft small block">{about}</span>}
      </>
    );
  const by = words.approvalOf(listed(approvals.map((one) => personName(names, one.by))));
  return (
    <>
      {by} <Time at={last.at} />
      {needed > 0 && <span className="soft small block">{words.oneMoreNeeded}</span>}
    </>
  );
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language.get(), { type: 'conjunction' }).format(names);
}
