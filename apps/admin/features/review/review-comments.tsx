import type { CommentThread } from '@galley/sdk';
import { MessageSquareQuote } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { invalidateSubjects } from '../../app/query-client.ts';
import { useSession } from '../../app/session.ts';
import type { DocumentWithFile } from '../../lib/documents.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Panel, toast } from '../../ui/index.ts';
import { CommentForm } from '../comments/comment-form.tsx';
import styles from '../comments/comments.module.css';
import { ThreadList } from '../comments/thread-list.tsx';
import { threadMessages } from '../comments/thread-messages.ts';
import { ThreadPanel } from '../comments/thread-panel.tsx';
import { refreshThreads } from '../comments/thread-queries.ts';
import { hasDocumentCapability } from '../editor/document-capability.ts';

/** Comments beside the compared texts, about words selected in them. */
export function ReviewComments({ detail }: { readonly detail: DocumentWithFile }): ReactNode {
  const messages = useMessages(threadMessages);
  const session = useSession();
  const { path } = detail;
  const [words, setWords] = useState<string>();
  const take = () => {
    const selected = getSelection()?.toString().trim() ?? '';
    if (passageIn(detail, selected)) setWords(selected);
    else toast({ text: messages.selectWords, tone: 'info' });
  };
  const send = async (body: string) => {
    const passage = passageIn(detail, words ?? '');
    if (!passage) return;
    await galley.comments.add({ path, body, passage });
    await refreshThreads(path);
    setWords(undefined);
    toast({ text: messages.added });
  };
  const accept = async ({ id }: CommentThread) => {
    await galley.comments.accept({ path, threads: [id] });
    await Promise.all([invalidateSubjects(['documents', 'comparison']), refreshThreads(path)]);
    toast({ text: messages.acceptedNow });
  };
  return (
    <Panel title={messages.title}>
      <ThreadPanel
        path={path}
        canComment={hasDocumentCapability(session, 'documents.comment', detail)}
        draft={
          words !== undefined && (
            <CommentForm
              path={path}
              label={messages.yourComment}
              action={messages.send}
              onCancel={() => setWords(undefined)}
              onSend={send}
            >
              <blockquote className={styles['quote']}>{words}</blockquote>
            </CommentForm>
          )
        }
        tools={
          <Button size="small" icon={MessageSquareQuote} onPress={take}>
            {messages.commentOnPassage}
          </Button>
        }
      >
        {(shown) => <ThreadList {...shown} path={path} onAccept={accept} />}
      </ThreadPanel>
    </Panel>
  );
}

const contextLength = 48;

/** Undefined unless the current text has the words exactly once. */
function passageIn({ raw_body: raw, revision }: DocumentWithFile, quote: string) {
  const text = raw.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const from = text.indexOf(quote);
  if (quote === '' || from === -1 || text.indexOf(quote, from + 1) !== -1) return undefined;
  const to = from + quote.length;
  const prefix = text.slice(Math.max(0, from - contextLength), from);
  return { revision, from, to, quote, prefix, suffix: text.slice(to, to + contextLength) };
}
