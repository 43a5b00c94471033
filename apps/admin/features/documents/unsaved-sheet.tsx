import type { WorkingCopySummary } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Check, FilePenLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import {
  ask,
  Badge,
  Button,
  Dialog,
  Empty,
  Loading,
  Time,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import { restore } from './acts.ts';
import styles from './documents.module.css';
import { NewDocumentDialog, type Beginning } from './new-document.tsx';
import { workingCopiesQuery } from './queries.ts';
import { documentWords } from './words.ts';

/** Button with the number of unsaved working copies, and the sheet that lists them; hidden without any. */
export function UnsavedTexts(): ReactNode {
  const words = useWords(documentWords);
  const { data } = useQuery(workingCopiesQuery);
  const [isOpen, setOpen] = useState(false);
  const [made, setMade] = useState<Beginning | null>(null);
  return (
    <>
      {data && data.length > 0 && (
        <Button kind="quiet" icon={FilePenLine} onPress={() => setOpen(true)}>
          {words.unsaved(data.length)}
        </Button>
      )}
      {isOpen && (
        <UnsavedSheet
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
            forget();
          }}
        />
      )}
    </>
  );
}

interface SheetProps {
  readonly onClose: () => void;
  readonly onMake: (beginning: Beginning) => void;
}

function UnsavedSheet({ onClose, onMake }: SheetProps): ReactNode {
  const words = useWords(documentWords);
  const query = useQuery(workingCopiesQuery);
  return (
    <Dialog title={words.unsavedTitle} size="side" onClose={onClose}>
      <div className="stack">
        <p className="soft">{words.unsavedText}</p>
        <Loading query={query}>
          {(copies) =>
            copies.length === 0 ? (
              <Empty icon={Check} title={words.noUnsaved} />
            ) : (
              <ul className={styles.lines}>
                {copies.map((copy) => (
                  <Unsaved
                    key={copy.path ?? `key ${copy.draft_key}`}
                    copy={copy}
                    onClose={onClose}
                    onMake={onMake}
                  />
                ))}
              </ul>
            )
          }
        </Loading>
      </div>
    </Dialog>
  );
}

function Unsaved({ copy, onClose, onMake }: SheetProps & { readonly copy: WorkingCopySummary }) {
  const words = useWords(documentWords);
  const { path, title, saved_at: savedAt } = copy;
  const name = title || path || words.untitled;
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
      <State copy={copy} />
      <div className="row">
        <GoOn copy={copy} onClose={onClose} onMake={onMake} />
        <Button size="small" kind="quiet" onPress={() => void discard(copy, name, words)}>
          {words.discard}
        </Button>
      </div>
    </li>
  );
}

function State({ copy }: { readonly copy: WorkingCopySummary }): ReactNode {
  const words = useWords(documentWords);
  if (copy.is_gone) return <Badge tone="warn">{words.unsavedGone}</Badge>;
  if (copy.path === null) return <Badge tone="info">{words.unsavedNew}</Badge>;
  return copy.is_stale && <Badge tone="warn">{words.unsavedStale}</Badge>;
}

/** Next step for a working copy: open its document, restore it from the trash, or create it. */
function GoOn({ copy, onClose, onMake }: SheetProps & { readonly copy: WorkingCopySummary }) {
  const words = useWords(documentWords);
  const acts = useWords(actWords);
  const navigate = useNavigate();
  const [isPending, setPending] = useState(false);
  const open = async (path: string) => {
    onClose();
    await navigate({ to: '/edit/$', params: { _splat: path } });
  };
  const act = async () => {
    if (copy.is_gone) {
      const [path] = copy.trash_path ? await restore([copy.trash_path]) : [];
      if (path !== undefined) await open(path);
    } else if (copy.path === null) onMake(await beginningOf(copy.draft_key!));
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
      {copy.is_gone ? acts.restore : copy.path === null ? words.make : words.goOn}
    </Button>
  );
}

/** Initial values for a document from a draft written before it existed. */
async function beginningOf(draftKey: string): Promise<Beginning> {
  const { working_copy: copy } = await galley.documents.workingCopy({ draft_key: draftKey });
  const { title, ...frontmatter } = copy?.frontmatter ?? {};
  return {
    ...(typeof title === 'string' && { title }),
    content: copy?.content ?? '',
    frontmatter,
    draft_key: draftKey,
  };
}

async function discard(
  { path, draft_key: draftKey }: WorkingCopySummary,
  name: string,
  words: (typeof documentWords)['en'],
): Promise<void> {
  const isSure = await ask({
    title: words.discardTitle,
    text: words.discardText(name),
    action: words.discard,
    kind: 'danger',
  });
  if (!isSure) return;
  try {
    await galley.documents.discardWorkingCopy(path === null ? { draft_key: draftKey! } : { path });
    toast({ text: words.discarded, tone: 'info' });
  } catch (error) {
    toastProblem(error);
  } finally {
    forget();
  }
}

function forget(): void {
  void queryClient.invalidateQueries({ queryKey: workingCopiesQuery.queryKey });
}
