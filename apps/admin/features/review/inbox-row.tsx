import type { DocumentSummary, EditorialEvent } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Time } from '../../ui/index.ts';
import { lastRequest } from './inbox.ts';
import styles from './review.module.css';
import { reviewWords } from './words.ts';

/** A document that waits. Who asked, for whom, and with which words comes after the list itself. */
export function InboxRow(props: {
  readonly document: DocumentSummary;
  /** Whether to ask for what the list does not say. */
  readonly isDetailed: boolean;
}): ReactNode {
  const { document, isDetailed } = props;
  const { path, title, author, updated_at: at, revision } = document;
  const words = useWords(reviewWords);
  const { data } = useQuery({
    queryKey: ['documents', 'request', path, revision],
    queryFn: async ({ signal }): Promise<Asked> => {
      const detail = await galley.documents.get({ path }, { signal });
      const { reviewer, approved_by, approved_revision } = detail.editorial;
      const isApproved = approved_revision === detail.revision;
      return {
        reviewer,
        approvedBy: isApproved ? approved_by : null,
        request: lastRequest(detail),
      };
    },
    staleTime: 60_000,
    enabled: isDetailed,
  });
  const about = [author, askedBy(data, author, words)].filter(Boolean).join(' · ');
  return (
    <li>
      <Link to={'/review/$'} params={{ _splat: path }} className={styles['row']} data-row>
        <FileText aria-hidden size={16} className={styles['rowIcon']} />
        <span className="grow">
          <span className={styles['rowTitle']}>{title || path}</span>
          <span className="soft small block breaks">{about || path}</span>
          {data?.request?.note && <span className={styles['rowNote']}>{data.request.note}</span>}
        </span>
        {data && <Marks asked={data} />}
        <span className={styles['rowTime']}>
          <Time at={data?.request?.at ?? at} />
        </span>
      </Link>
    </li>
  );
}

interface Asked {
  readonly reviewer: string | null;
  /** Of this revision. */
  readonly approvedBy: string | null;
  readonly request: EditorialEvent | undefined;
}

function askedBy(
  asked: Asked | undefined,
  author: string | null,
  words: (typeof reviewWords)['en'],
): string | undefined {
  const actor = asked?.request?.actor;
  return actor === undefined || actor === author ? undefined : words.requestedBy(actor);
}

function Marks({ asked: { reviewer, approvedBy } }: { readonly asked: Asked }): ReactNode {
  const words = useWords(reviewWords);
  return (
    <>
      {reviewer && <Badge tone="violet">{words.reviewerIs(reviewer)}</Badge>}
      {approvedBy && <Badge tone="good">{words.approvedBy(approvedBy)}</Badge>}
    </>
  );
}
