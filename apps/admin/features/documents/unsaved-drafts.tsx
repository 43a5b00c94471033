import type { WorkingCopySummary } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, FilePenLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages, type TextsOf } from '../../lib/messages.ts';
import {
  confirmAction,
  Badge,
  Button,
  Dialog,
  EmptyState,
  QueryBoundary,
  Time,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { restoreFromTrash } from './document-actions.ts';
import styles from './documents.module.css';
import { NewDocumentDialog, type InitialValues } from './new-document.tsx';
import { workingCopiesQuery } from './queries.ts';
import { documentMessages } from './messages.ts';

export function UnsavedDrafts(): ReactNode {
  const messages = useMessages(documentMessages);
  const { data } = useQuery(workingCopiesQuery);
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<InitialValues | null>(null);
  return (
    <>
      {data && data.length > 0 && (
        <Button kind="quiet" icon={FilePenLine} onPress={() => setOpen(true)}>
          {messages.unsaved({ count: data.length })}
        </Button>
      )}
      {isOpen && (
        <UnsavedDraftsDialog
          onClose={() => setOpen(false)}
          onMake={(beginning) => {
            setOpen(false);
            setMade(beginning);
          }}
        />
      )}
      {made && (
        <NewDocumentDialog
          beginning={made}
          onClose={() => {
            setMade(null);
            refreshWorkingCopies();
          }}
        />
      )}
    </>
  );
}

interface SheetProps {
  readonly onClose: () => void;
  readonly onMake: (beginning: InitialValues) => void;
}

function UnsavedDraftsDialog({ onClose, onMake }: SheetProps): ReactNode {
  const messages = useMessages(documentMessages);
  const query = useQuery(workingCopiesQuery);
  return (
    <Dialog title={messages.unsavedTitle} size="side" onClose={onClose}>
      <div className="stack">
        <p className="soft">{messages.unsavedText}</p>
        <QueryBoundary query={query}>
          {(copies) =>
            copies.length === 0 ? (
              <EmptyState icon={Check} title={messages.noUnsaved} />
            ) : (
              <ul className={styles.lines}>
                {copies.map((copy) => (
                  <UnsavedDraftItem
                    key={copy.path ?? `key ${copy.draft_key}`}
                    copy={copy}
                    onClose={onClose}
                    onMake={onMake}
                  />
                ))}
              </ul>
            )
          }
        </QueryBoundary>
      </div>
    </Dialog>
  );
}

function UnsavedDraftItem({
  copy,
  onClose,
  onMake,
}: SheetProps & { readonly copy: WorkingCopySummary }) {
  const messages = useMessages(documentMessages);
  const { path, title, saved_at: savedAt } = copy;
  const name = title || path || messages.untitled;
  return (
    <li className={styles.unsaved}>
      <div>
        <strong className="breaks" dir="auto">
          {name}
        </strong>
        <p className="soft small breaks">
          {path && title ? `${path} · ` : ''}
          <Time at={savedAt} />
        </p>
      </div>
      <DraftStateBadge copy={copy} />
      <div className="row">
        <ContinueButton copy={copy} onClose={onClose} onMake={onMake} />
        <Button size="small" kind="quiet" onPress={() => void discardDraft(copy, name, messages)}>
          {messages.discard}
        </Button>
      </div>
    </li>
  );
}

function DraftStateBadge({ copy }: { readonly copy: WorkingCopySummary }): ReactNode {
  const messages = useMessages(documentMessages);
  if (copy.is_gone) return <Badge tone="warn">{messages.unsavedGone}</Badge>;
  if (copy.path === null) return <Badge tone="info">{messages.unsavedNew}</Badge>;
  return copy.is_stale && <Badge tone="warn">{messages.unsavedStale}</Badge>;
}

function ContinueButton({
  copy,
  onClose,
  onMake,
}: SheetProps & { readonly copy: WorkingCopySummary }) {
  const messages = useMessages(documentMessages);
  const acts = useMessages(documentActionMessages);
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const open = async (path: string) => {
    onClose();
    await navigate({ to: '/edit/$', params: { _splat: path } });
  };
  const act = async () => {
    if (copy.is_gone) {
      const [path] = copy.trash_path ? await restoreFromTrash([copy.trash_path]) : [];
      if (path !== undefined) await open(path);
    } else if (copy.path === null) onMake(await loadInitialValues(copy.draft_key!));
    else await open(copy.path);
  };
  const run = async () => {
    setPending(true);
    await act().catch(toastProblem);
    setPending(false);
  };
  if (copy.is_gone && copy.trash_path === null) return null;
  return (
    <Button size="small" isPending={isPending} onPress={() => void run()}>
      {copy.is_gone ? acts.restore : copy.path === null ? messages.make : messages.goOn}
    </Button>
  );
}

async function loadInitialValues(draftKey: string): Promise<InitialValues> {
  const { working_copy: copy } = await galley.documents.workingCopy({ draft_key: draftKey });
  const { title, ...frontmatter } = copy?.frontmatter ?? {};
  return {
    ...(typeof title === 'string' && { title }),
    content: copy?.content ?? '',
    frontmatter,
    draft_key: draftKey,
  };
}

async function discardDraft(
  { path, draft_key: draftKey }: WorkingCopySummary,
  name: string,
  messages: TextsOf<typeof documentMessages>,
): Promise<void> {
  const isSure = await confirmAction({
    title: messages.discardTitle,
    text: messages.discardText({ title: name }),
    action: messages.discard,
    kind: 'danger',
  });
  if (!isSure) return;
  try {
    await galley.documents.discardWorkingCopy(path === null ? { draft_key: draftKey! } : { path });
    toast({ text: messages.discarded, tone: 'info' });
  } catch (error) {
    toastProblem(error);
  } finally {
    refreshWorkingCopies();
  }
}

function refreshWorkingCopies(): void {
  void queryClient.invalidateQueries({ queryKey: workingCopiesQuery.queryKey });
}
