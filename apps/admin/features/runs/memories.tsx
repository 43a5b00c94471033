import type { Memory } from '@galley/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Brain, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { hasCapability, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { currentMessages, useMessages } from '../../lib/messages.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import {
  Button,
  confirmAction,
  EmptyState,
  Panel,
  QueryBoundary,
  Select,
  TextField,
  Time,
  toast,
  toastProblem,
  MoreButton,
} from '../../ui/index.ts';
import { controlMessages } from './messages.ts';
import { memoryMessages } from './memory-messages.ts';
import { agentsQuery, memoriesQuery } from './queries.ts';
import styles from './runs.module.css';
import { useWorkspace } from './workspace.tsx';

const all = '';

export function Memories(): ReactNode {
  const messages = useMessages(memoryMessages);
  const agents = useQuery(agentsQuery(useWorkspace()));
  const [agent, setAgent] = useState(all);
  const [search, setSearch] = useState('');
  const text = useDebouncedValue(search.trim());
  return (
    <Panel title={messages.title} isFlush about={messages.about}>
      <div className={styles['filters']}>
        <Select
          label={messages.agent}
          isLabelHidden
          value={agent}
          onChange={setAgent}
          options={[
            { id: all, label: messages.allAgents },
            ...(agents.data ?? []).map(({ id }) => ({ id, label: id })),
          ]}
        />
        <TextField
          label={messages.search}
          isLabelHidden
          placeholder={messages.search}
          maxLength={200}
          value={search}
          onChange={setSearch}
        />
      </div>
      <MemoryList agent={agent} text={text} />
    </Panel>
  );
}

function MemoryList(props: { readonly agent: string; readonly text: string }): ReactNode {
  const messages = useMessages(memoryMessages);
  const query = useInfiniteQuery(memoriesQuery(useWorkspace(), props));
  const isFiltered = props.agent !== all || props.text !== '';
  return (
    <QueryBoundary query={query}>
      {({ pages }) => {
        const memories = pages.flatMap(({ items }) => items);
        if (memories.length === 0)
          return (
            <EmptyState icon={Brain} title={isFiltered ? messages.noMatch : messages.none}>
              {isFiltered ? messages.noMatchText : messages.noneText}
            </EmptyState>
          );
        return (
          <>
            <ul className={styles['rows']}>
              {memories.map((memory) => (
                <MemoryRow key={memory.id} memory={memory} />
              ))}
            </ul>
            <MoreButton query={query} className={styles['hint']} />
          </>
        );
      }}
    </QueryBoundary>
  );
}

function MemoryRow({ memory }: { readonly memory: Memory }): ReactNode {
  const messages = useMessages(memoryMessages);
  const text = useMessages(controlMessages);
  const session = useSession();
  const workspace = useWorkspace();
  const { topic, body, agent_id: agent, run_id: run, recorded_at: at } = memory;
  return (
    <li className={styles['row']}>
      <div className="grow">
        <p className={`${styles['rowTitle'] ?? ''} breaks`}>{topic}</p>
        <p className={`${styles['said'] ?? ''} breaks`}>{body}</p>
        <p className="soft small breaks">
          {agent} · <Time at={at} /> ·{' '}
          <Link to={'/runs/$run'} params={{ run }}>
            {messages.fromRun}
          </Link>
        </p>
      </div>
      <Button
        size="small"
        icon={Trash2}
        disabledReason={!hasCapability(session, 'runs.control') && text.needsControl}
        onPress={() => void remove(workspace, memory)}
      >
        {messages.remove}
      </Button>
    </li>
  );
}

async function remove(id: string, { id: memory, topic }: Memory): Promise<void> {
  const messages = currentMessages(memoryMessages);
  const isSure = await confirmAction({
    title: messages.removeTitle,
    text: messages.removeText({ topic }),
    action: messages.remove,
    kind: 'danger',
  });
  if (!isSure) return;
  try {
    await galley.memories.delete({ id, memory });
    toast({ text: messages.removed });
  } catch (error) {
    toastProblem(error);
  }
  await queryClient.invalidateQueries({ queryKey: ['memories'] });
}
