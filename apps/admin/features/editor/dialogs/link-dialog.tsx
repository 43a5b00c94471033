import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../../app/session.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { useMessages } from '../../../lib/messages.ts';
import { FormDialog, TextField } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { escapeBrackets, insertLink } from '../text/format.ts';
import { findLinkTargets } from '../text/find-link-targets.ts';
import { useEditing } from '../use-editing.ts';
import { insertMessages } from './insert-messages.ts';

export function LinkDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(insertMessages);
  const { view } = useEditing();
  const { from, to } = view.state.selection.main;
  const chosen = view.state.sliceDoc(from, to);
  const [typed, setTyped] = useState(isAddress(chosen) ? chosen : '');
  const [text, setText] = useState(isAddress(chosen) ? '' : chosen);
  const insert = (url: string, title: string) => {
    const said = escapeBrackets(text || title);
    view.dispatch({ selection: { anchor: from, head: to } });
    insertLink(view, { text: said, url });
    onClose();
  };
  return (
    <FormDialog
      title={messages.linkTitle}
      action={messages.insert}
      onClose={onClose}
      onSubmit={async () => insert(typed.trim(), typed.trim())}
      disabledReason={!isAddress(typed.trim()) && messages.needsAddress}
    >
      <TextField
        label={messages.linkTo}
        help={messages.linkHelp}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        autoFocus
      />
      {chosen === '' && <TextField label={messages.linkText} value={text} onChange={setText} />}
      {!isAddress(typed.trim()) && <Found typed={typed.trim()} onChoose={insert} />}
    </FormDialog>
  );
}

function Found(props: {
  readonly typed: string;
  readonly onChoose: (url: string, title: string) => void;
}): ReactNode {
  const messages = useMessages(insertMessages);
  const q = useDebouncedValue(props.typed);
  const isReaderOfAll = hasCapability(useSession(), 'documents.read');
  const { data } = useQuery({
    queryKey: ['documents', 'link', q, isReaderOfAll],
    queryFn: ({ signal }) => findLinkTargets(q, { isReaderOfAll, signal }),
    placeholderData: (before) => before,
  });
  if (!data) return null;
  if (data.length === 0) return <p className="soft">{messages.noneFound}</p>;
  return (
    <ul aria-label={messages.found} className={styles['found']}>
      {data.map(({ path, title, url }) => (
        <li key={path}>
          <button type="button" className="list-item" onClick={() => props.onChoose(url, title)}>
            <FileText aria-hidden size={16} />
            <span className="grow">
              <span className="block cut">{title || path}</span>
              <span className="soft small block cut">{path}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|mailto:|tel:|\/|#)\S+$/i.test(text);
}
