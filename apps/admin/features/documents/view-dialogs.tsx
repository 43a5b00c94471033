import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useStore } from '../../lib/store.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Dialog, FormDialog, IconButton, TextField, toast } from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import styles from './documents.module.css';
import { viewsOf, type SavedView } from './saved-views.ts';
import { documentWords } from './words.ts';

const longestName = 60;

export function SaveViewDialog(props: {
  readonly search: SavedView['search'];
  readonly onClose: () => void;
}): ReactNode {
  const words = useWords(documentWords);
  const views = viewsOf(useSession().username);
  return (
    <NameDialog
      title={words.saveViewTitle}
      about={words.saveViewText}
      action={words.save}
      taken={useStore(views).map(({ name }) => name)}
      onClose={props.onClose}
      onName={(name) => {
        views.set((all) => [...all, { name, search: props.search }]);
        toast({ text: words.viewSaved(name) });
      }}
    />
  );
}

function NameDialog(props: {
  readonly title: string;
  readonly about?: string;
  readonly action: string;
  readonly first?: string;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}): ReactNode {
  const { title, about, action, first = '', taken, onClose, onName } = props;
  const words = useWords(documentWords);
  const [name, setName] = useState(first);
  const [error, setError] = useState<string>();
  const submit = async () => {
    const chosen = name.trim();
    if (chosen === '') return setError(words.nameNeeded);
    if (chosen !== first && taken.includes(chosen)) return setError(words.nameTaken);
    onName(chosen);
    onClose();
  };
  return (
    <FormDialog {...{ title, action, onClose }} size="small" onSubmit={submit}>
      {about && <p className="soft">{about}</p>}
      <TextField
        label={words.viewName}
        value={name}
        onChange={(next) => {
          setName(next);
          setError(undefined);
        }}
        error={error}
        maxLength={longestName}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}

export function ManageViewsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(documentWords);
  const { undo } = useWords(actWords);
  const views = viewsOf(useSession().username);
  const saved = useStore(views);
  const [renamed, setRenamed] = useState<string | null>(null);
  const remove = (view: SavedView) => {
    const before = views.get();
    views.set(before.filter((other) => other !== view));
    toast({
      text: words.viewDeleted(view.name),
      action: { label: undo, onPress: () => views.set(before) },
    });
    if (before.length === 1) onClose();
  };
  if (renamed !== null)
    return (
      <NameDialog
        title={words.rename}
        action={words.rename}
        first={renamed}
        taken={saved.map(({ name }) => name)}
        onClose={() => setRenamed(null)}
        onName={(name) =>
          views.set((all) => all.map((one) => (one.name === renamed ? { ...one, name } : one)))
        }
      />
    );
  return (
    <Dialog
      title={words.manageViewsTitle}
      size="small"
      onClose={onClose}
      actions={<Button onPress={onClose}>{words.done}</Button>}
    >
      <ul className={styles.lines}>
        {saved.map((view) => (
          <ViewLine
            key={view.name}
            view={view}
            onOpen={onClose}
            onRename={() => setRenamed(view.name)}
            onDelete={() => remove(view)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function ViewLine(props: {
  readonly view: SavedView;
  readonly onOpen: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}): ReactNode {
  const { view, onOpen, onRename, onDelete } = props;
  const { name, search } = view;
  const words = useWords(documentWords);
  return (
    <li className={styles.line}>
      <Link className="grow cut" dir="auto" to={'/documents'} search={search} onClick={onOpen}>
        {name}
      </Link>
      <IconButton kind="quiet" size="small" icon={Pencil} onPress={onRename}>
        {`${words.rename}: ${name}`}
      </IconButton>
      <IconButton kind="quiet" size="small" icon={Trash2} onPress={onDelete}>
        {`${words.delete}: ${name}`}
      </IconButton>
    </li>
  );
}
