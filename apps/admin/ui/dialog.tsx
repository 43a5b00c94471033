import { X } from 'lucide-react';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { createStore, useStore } from '../lib/store.ts';
import { useMessages } from '../lib/messages.ts';
import { Button, IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { TextField } from './field.tsx';
import { ErrorNotice } from './states.tsx';
import { uiMessages } from './messages.ts';

export interface DialogProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Called on Escape, the close button, or a click outside. Without it, only the content closes the dialog. */
  readonly onClose?: () => void;
  /** The main one last. */
  readonly actions?: ReactNode;
  /** `side` is a sheet at the edge. */
  readonly size?: 'small' | 'normal' | 'large' | 'side';
  readonly role?: 'dialog' | 'alertdialog';
}

/** Open while it is rendered. On close, the focus returns to the previous element. */
export function Dialog(props: DialogProps): ReactNode {
  const { title, children, onClose, actions, size = 'normal', role = 'dialog' } = props;
  const messages = useMessages(uiMessages);
  return (
    <ModalOverlay
      className="overlay"
      isOpen
      isDismissable={onClose !== undefined && role === 'dialog'}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose?.();
      }}
    >
      <Modal className={classNames('modal', size)}>
        <AriaDialog className="dialog" role={role}>
          <header className="dialog-head">
            <Heading slot="title" level={2} className="grow breaks">
              {title}
            </Heading>
            {onClose && (
              <IconButton kind="quiet" size="small" icon={X} slot={null} onPress={onClose}>
                {messages.close}
              </IconButton>
            )}
          </header>
          <div className="dialog-body">{children}</div>
          {actions && <footer className="dialog-foot">{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

export interface FormDialogProps extends Omit<DialogProps, 'actions' | 'onClose'> {
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  readonly onClose: () => void;
  /** An error keeps the dialog open and is shown in it; after success, the caller closes the dialog. */
  readonly onSubmit: () => Promise<void>;
  readonly disabledReason?: string | false | undefined;
}

export function FormDialog(props: FormDialogProps): ReactNode {
  const {
    action,
    kind = 'primary',
    onClose,
    onSubmit,
    disabledReason,
    children,
    ...dialog
  } = props;
  const messages = useMessages(uiMessages);
  // A unique id per form: a password prompt can open over another dialog.
  const form = useId();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isPending || disabledReason) return;
    setPending(true);
    setError(null);
    try {
      await onSubmit();
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{messages.cancel}</Button>
          <Button type="submit" form={form} kind={kind} {...{ isPending, disabledReason }}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={(event) => void submit(event)} noValidate>
        <ErrorNotice error={error} />
        {children}
      </form>
    </Dialog>
  );
}

export interface Confirmation {
  readonly title: string;
  readonly text: ReactNode;
  readonly action: string;
  readonly kind?: 'primary' | 'danger';
  /** Text that the user must type to confirm an action that cannot be undone. */
  readonly typed?: string;
}

interface PendingConfirmation extends Confirmation {
  readonly answer: (isYes: boolean) => void;
}

const pendingConfirmation = createStore<PendingConfirmation | null>(null);

export function confirmAction(question: Confirmation): Promise<boolean> {
  return new Promise((resolve) => {
    pendingConfirmation.get()?.answer(false);
    pendingConfirmation.set({
      ...question,
      answer: (isYes) => {
        pendingConfirmation.set(null);
        resolve(isYes);
      },
    });
  });
}

/** Mounted once, in the frame of the page. */
export function ConfirmDialogHost(): ReactNode {
  const question = useStore(pendingConfirmation);
  return question && <ConfirmDialog key={question.title} question={question} />;
}

function ConfirmDialog({ question }: { readonly question: PendingConfirmation }): ReactNode {
  const { title, text, action, kind = 'primary', typed, answer } = question;
  const messages = useMessages(uiMessages);
  const [given, setGiven] = useState('');
  const isMissing = typed !== undefined && given.trim() !== typed;
  return (
    <Dialog
      title={title}
      role="alertdialog"
      size="small"
      onClose={() => answer(false)}
      actions={
        <>
          <Button autoFocus={typed === undefined} onPress={() => answer(false)}>
            {messages.cancel}
          </Button>
          <Button
            kind={kind}
            onPress={() => answer(true)}
            disabledReason={isMissing && messages.typeToConfirm({ what: typed })}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="stack">
        <div className="breaks">{text}</div>
        {typed !== undefined && (
          <TextField
            label={messages.typeToConfirm({ what: typed })}
            value={given}
            onChange={setGiven}
            autoComplete="off"
            autoFocus
          />
        )}
      </div>
    </Dialog>
  );
}
