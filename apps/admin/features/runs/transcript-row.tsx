import { createElement, useState, type ReactNode } from 'react';
import {
  Brain,
  ChartNoAxesColumn,
  MessageSquareText,
  RotateCcw,
  ScrollText,
  SquareTerminal,
  TriangleAlert,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { formatDateTime, formatTime } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Button, Notice } from '../../ui/index.ts';
import { PlainMarkdown } from './plain-markdown.tsx';
import { formatCost } from './session-facts.ts';
import { sessionMessages } from './session-messages.ts';
import styles from './transcript.module.css';
import { prettyJson, type TranscriptEntry } from './transcript.ts';

const icons: Readonly<Record<TranscriptEntry['kind'], LucideIcon>> = {
  prompt: ScrollText,
  message: MessageSquareText,
  thinking: Brain,
  tool: Wrench,
  error: TriangleAlert,
  usage: ChartNoAxesColumn,
  resumable: RotateCcw,
  output: SquareTerminal,
};

export function TranscriptRow({ entry }: { readonly entry: TranscriptEntry }): ReactNode {
  return (
    <>
      <time dateTime={entry.at} title={formatDateTime(entry.at)} className="soft small">
        {formatTime(entry.at)}
      </time>
      {createElement(icons[entry.kind], {
        'aria-hidden': true,
        size: 16,
        className: styles['icon'],
      })}
      <div className={styles['body']}>
        <Body entry={entry} />
      </div>
    </>
  );
}

function Body({ entry }: { readonly entry: TranscriptEntry }): ReactNode {
  const messages = useMessages(sessionMessages);
  switch (entry.kind) {
    case 'message':
      return <PlainMarkdown text={entry.text} />;
    case 'prompt':
    case 'thinking':
      return (
        <details>
          <summary>{messages[entry.kind]}</summary>
          <LongText label={messages[entry.kind]} text={entry.text} />
        </details>
      );
    case 'output':
      return <LongText label={messages.output} text={entry.text} />;
    case 'tool':
      return <ToolCall entry={entry} />;
    case 'error':
      return (
        <Notice tone="bad" title={messages[entry.code]}>
          {entry.text}
        </Notice>
      );
    case 'usage':
      return <Usage entry={entry} />;
    case 'resumable':
      return (
        <p className="soft small breaks">
          {messages.resumable} <code>{entry.id}</code>
        </p>
      );
  }
}

function ToolCall({ entry }: { readonly entry: TranscriptEntry & { kind: 'tool' } }): ReactNode {
  const messages = useMessages(sessionMessages);
  const { tool, input, result } = entry;
  return (
    <details>
      <summary>
        <code className="breaks">{tool}</code>{' '}
        <span className={styles['brief']}>{brief(input)}</span>{' '}
        {result?.isError && <Badge tone="bad">{messages.failed}</Badge>}
      </summary>
      <h3>{messages.input}</h3>
      <LongText label={messages.input} text={JSON.stringify(input, null, 2) ?? ''} />
      <h3>{messages.result}</h3>
      {result ? (
        <LongText label={messages.result} text={prettyJson(result.text)} />
      ) : (
        <p className="soft small">{messages.noResult}</p>
      )}
    </details>
  );
}

function Usage({ entry }: { readonly entry: TranscriptEntry & { kind: 'usage' } }): ReactNode {
  const messages = useMessages(sessionMessages);
  const { model, input, output, usd } = entry;
  const parts = [
    messages.inAndOut({ input, output }),
    ...(usd === null ? [] : [formatCost(usd)]),
    ...(model === null ? [] : [model]),
  ];
  return (
    <p className="soft small breaks">
      {messages.usage}: {parts.join(' · ')}
    </p>
  );
}

const fewCharacters = 4_000;

function LongText({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const messages = useMessages(sessionMessages);
  const [isWhole, setWhole] = useState(text.length <= fewCharacters);
  return (
    <>
      <pre className={styles['text']} tabIndex={0} aria-label={label}>
        {isWhole ? text : `${text.slice(0, fewCharacters)}…`}
      </pre>
      {!isWhole && (
        <Button kind="quiet" size="small" onPress={() => setWhole(true)}>
          {messages.showAll}
        </Button>
      )}
    </>
  );
}

const briefLength = 120;

function brief(input: unknown): string {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) ?? '');
  return text.length > briefLength ? `${text.slice(0, briefLength)}…` : text;
}
