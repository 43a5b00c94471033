import { Link } from '@tanstack/react-router';
import { Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useStore } from '../../lib/store.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Dialog, FormDialog, IconButton, TextField, toast } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import styles from './documents.module.css';
import { savedViewsStore, type SavedView } from './saved-views.ts';
import { documentMessages } from './messages.ts';

const maxNameLength = 60;

export function SaveViewDialog(props: {
  readonly search: SavedView['search'];
  readonly onClose: () => void;
}): ReactNode {
  const messages = useMessages(documentMessages);
  const views = savedViewsStore(useSession().username);
  return (
    <NameDialog
      title={messages.saveViewTitle}
      about={messages.saveViewText}
      action={messages.save}
      taken={useStore(views).map(({ name }) => name)}
      onClose={props.onClose}
      onName={(name) => {
        views.set((all) => [...all, { name, search: props.search }]);
        toast({ text: messages.viewSaved({ name }) });
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
  const messages = useMessages(documentMessages);
  const [name, setName] = useState(first);
  const [error, setError] = useState<string>();
  const submit = async () => {
    const chosen = name.trim();
    if (chosen === '') return setError(messages.nameNeeded);
    if (chosen !== first && taken.includes(chosen)) return setError(messages.nameTaken);
    onName(chosen);
    onClose();
  };
  return (
    <FormDialog {...{ title, action, onClose }} size="small" onSubmit={submit}>
      {about && <p className="soft">{about}</p>}
      <TextField
        label={messages.viewName}
        value={name}
        onChange={(next) => {
          setName(next);
          setError(undefined);
        }}
        error={error}
        maxLength={maxNameLength}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}

export function ManageViewsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(documentMessages);
  const { undo } = useMessages(documentActionMessages);
  const views = savedViewsStore(useSession().username);
  const saved = useStore(views);
  const [renamed, setRenamed] = useState<string | null>(null);
  const remove = (view: SavedView) => {
    const before = views.get();
    views.set(before.filter((other) => other !== view));
    toast({
      text: messages.viewDeleted({ name: view.name }),
      action: { label: undo, onPress: () => views.set(before) },
    });
    if (before.length === 1) onClose();
  };
  if (renamed !== null)
    return (
      <NameDialog
        title={messages.rename}
        action={messages.rename}
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
      title={messages.manageViewsTitle}
      size="small"
      onClose={onClose}
      actions={<Button onPress={onClose}>{messages.done}</Button>}
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
  const messages = useMessages(documentMessages);
  return (
    <li className={styles.line}>
      <Link className="grow cut" dir="auto" to={'/documents'} search={search} onClick={onOpen}>
        {name}
      </Link>
      <IconButton kind="quiet" size="small" icon={Pencil} onPress={onRename}>
        {`${messages.rename}: ${name}`}
      </IconButton>
      <IconButton kind="quiet" size="small" icon={Trash2} onPress={onDelete}>
        {`${messages.delete}: ${name}`}
      </IconButton>
    </li>
  );
}
