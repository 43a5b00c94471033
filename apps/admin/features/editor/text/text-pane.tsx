import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { TextArea, TextField } from 'react-aria-components';
import { useSession } from '../../../app/session.ts';
import { useMessages } from '../../../lib/messages.ts';
import { classNames } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { hasDocumentCapability } from '../document-capability.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { editorMessages } from '../messages.ts';
import { SelectionToolbar } from './selection-toolbar.tsx';
import { SuggestionBar } from './suggestion-bar.tsx';
import './visual/visual.css';
import { CardForms } from './visual/card-forms.tsx';
import { TableMenu } from './visual/tables/table-menu.tsx';
import { TextCounts } from './text-counts.tsx';
import { Toolbar } from './toolbar.tsx';
import { useTypography } from './use-typography.ts';

export function TextPane(props: {
  readonly isHidden: boolean;
  readonly isFocused: boolean;
}): ReactNode {
  const { view } = useEditing();
  const place = useRef<HTMLDivElement>(null);
  const measure = useRef<HTMLDivElement>(null);
  useTypography(measure);
  useLayoutEffect(() => {
    place.current!.append(view.dom);
    // An empty document gets the focus, so that typing can start.
    if (view.state.doc.toString().trim() === '') view.focus();
    return () => view.dom.remove();
  }, [view]);
  return (
    <section className={classNames(styles['text'], props.isHidden && styles['away'])}>
      {!props.isFocused && <Toolbar />}
      <SuggestionBar />
      <SelectionToolbar />
      <div className={styles['scroll']}>
        <div ref={measure} className={styles['measure']}>
          <TitleField />
          <div ref={place} className={styles['prose']} />
        </div>
      </div>
      <CardForms />
      <TableMenu />
      <TextCounts />
    </section>
  );
}

function TitleField(): ReactNode {
  const messages = useMessages(editorMessages);
  const editing = useEditing();
  const session = useSession();
  const title = useEditingState(({ values }) => values['title']);
  const placeholder = useEditingState(({ detail }) => detail.title);
  const isHeld = useEditingState(({ lock }) => lock.state === 'theirs' || lock.state === 'taken');
  const mayWrite = useEditingState(({ detail }) =>
    hasDocumentCapability(session, 'documents.write', detail),
  );
  const isBroken = useEditingState(({ yamlProblem }) => yamlProblem !== null);
  const isText = title === undefined || title === null || typeof title === 'string';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    editing.view.focus();
  };
  return (
    <TextField
      aria-label={messages.title}
      value={isText ? (title ?? '') : JSON.stringify(title)}
      onChange={(value) => editing.setValue(['title'], value.replace(/\n/g, ' ') || undefined)}
      onBlur={() => editing.backup.flushPending()}
      isReadOnly={isHeld || !mayWrite || isBroken || !isText}
    >
      <TextArea
        className={styles['headline'] ?? ''}
        rows={1}
        placeholder={placeholder || messages.title}
        onKeyDown={onKeyDown}
        spellCheck
      />
    </TextField>
  );
}
