import type { Term, TermsResponse } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Merge, SearchX, Tags } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  EmptyState,
  Page as Shown,
  Panel,
  QueryBoundary,
  TabLinks,
  TextField,
} from '../../ui/index.ts';
import { BulkReportDialog } from '../documents/bulk-report-dialog.tsx';
import { tagMessages } from './messages.ts';
import { termsQuery } from './queries.ts';
import { RenameDialog } from './rename-dialog.tsx';
import styles from './tags.module.css';
import { TermTable } from './term-table.tsx';

export function Page(): ReactNode {
  const messages = useMessages(tagMessages);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const given = search['taxonomy'];
  const taxonomy = typeof given === 'string' ? given : 'tags';
  const query = useQuery(termsQuery(taxonomy));
  return (
    <Shown title={messages.tags} about={messages.about}>
      <QueryBoundary query={query} lines={6}>
        {(found) => (
          <>
            <Taxonomies found={found} />
            <Terms key={taxonomy} found={found} />
          </>
        )}
      </QueryBoundary>
      <BulkReportDialog />
    </Shown>
  );
}

function Taxonomies({ found }: { readonly found: TermsResponse }): ReactNode {
  const messages = useMessages(tagMessages);
  if (found.taxonomies.length < 2) return null;
  const known: Readonly<Record<string, unknown>> = messages;
  const labelOf = (name: string) => {
    const text = name === 'tags' || name === 'categories' ? known[name] : undefined;
    return typeof text === 'string' ? text : name.charAt(0).toUpperCase() + name.slice(1);
  };
  return (
    <TabLinks
      label={messages.taxonomies}
      tabs={found.taxonomies.map(({ name, label }) => ({
        label: label ?? labelOf(name),
        to: '/tags',
        search: { taxonomy: name },
        isHere: name === found.taxonomy,
      }))}
    />
  );
}

const pageSize = 100;

function Terms({ found }: { readonly found: TermsResponse }): ReactNode {
  const { terms, total, taxonomy } = found;
  const messages = useMessages(tagMessages);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const q = typeof search['q'] === 'string' ? search['q'] : '';
  const [limit, setLimit] = useState(pageSize);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [renamed, setRenamed] = useState<readonly Term[]>([]);
  const selected = terms.filter(({ name }) => chosen.has(name));
  const matching = terms.filter((term) => matches(term, q));
  if (terms.length === 0)
    return (
      <EmptyState icon={Tags} title={messages.none}>
        {messages.noneText}
      </EmptyState>
    );
  return (
    <div className="stack">
      <div className={styles.bar}>
        <TextField
          label={messages.search}
          isLabelHidden
          type="search"
          placeholder={messages.search}
          className={styles.search ?? ''}
          value={q}
          onChange={(text) =>
            void navigate({
              to: '/tags',
              search: { taxonomy, ...(text && { q: text }) },
              replace: true,
            })
          }
        />
        <MergeButton count={selected.length} onPress={() => setRenamed(selected)} />
      </div>
      {matching.length === 0 ? (
        <EmptyState icon={SearchX} title={messages.noMatch} />
      ) : (
        <Panel isFlush>
          <TermTable
            found={found}
            terms={matching.slice(0, limit)}
            chosen={chosen}
            onChosen={setChosen}
            onRename={(term) => setRenamed([term])}
          />
        </Panel>
      )}
      {matching.length > limit && (
        <Button onPress={() => setLimit(limit + pageSize)}>{messages.more}</Button>
      )}
      {total > terms.length && (
        <p className="soft small">{messages.truncated({ count: terms.length })}</p>
      )}
      {renamed.length > 0 && (
        <RenameDialog
          taxonomy={taxonomy}
          base={found.base}
          terms={renamed}
          all={terms}
          requireApproval={found.require_approval}
          onClose={() => {
            setRenamed([]);
            setChosen(new Set());
          }}
        />
      )}
    </div>
  );
}

function MergeButton(props: { readonly count: number; readonly onPress: () => void }): ReactNode {
  const { count, onPress } = props;
  const messages = useMessages(tagMessages);
  const mayWrite = hasCapability(useSession(), 'documents.write', true);
  const reason = !mayWrite ? messages.mayNotWrite : count < 2 && messages.selectTwo;
  return (
    <Button icon={Merge} onPress={onPress} disabledReason={reason}>
      {count < 2 ? messages.merge : messages.mergeSelected({ count })}
    </Button>
  );
}

function matches({ spellings, slug }: Term, q: string): boolean {
  const text = [...spellings, slug].join(' ').toLocaleLowerCase();
  return q
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
