import type { DocumentDetail } from '@galley/sdk';
import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { personName } from '../../lib/person-name.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { useWords } from '../../lib/words.ts';
import { Facts, Panel, Time } from '../../ui/index.ts';
import styles from './review.module.css';
import { reviewWords } from './words.ts';

/** Who has to do with it, what is public, and whether it is approved. */
export function ReviewFacts({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const words = useWords(reviewWords);
  const { author, last_editor: editor, updated_at: at, editorial, names } = detail;
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
            [words.reviewer, called(editorial.reviewer, words.anybody)],
            [
              words.lastEditor,
              <span key="editor">
                {called(editor ?? author, words.nobody)}
                {at && (
                  <span className="soft">
                    {' · '}
                    <Time at={at} />
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

function ApprovalFact({ detail }: { readonly detail: DocumentDetail }): ReactNode {
  const words = useWords(reviewWords);
  const { editorial, revision, names } = detail;
  const { approved_by: by, approved_at: at, approved_revision: of } = editorial;
  if (by === null || of !== revision)
    return (
      <>
        {words.noApproval}
        {editorial.require_approval && (
          <span className="soft small block">{words.needsApproval}</span>
        )}
      </>
    );
  return (
    <>
      {words.approvalOf(personName(names, by))} <Time at={at} />
    </>
  );
}
