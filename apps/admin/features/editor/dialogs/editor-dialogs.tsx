import type { ReactNode } from 'react';
import { queryClient } from '../../../app/query-client.ts';
import { missingFields, type MissingField } from '../../../fields/index.ts';
import { getEditable } from '../session/editable-document.ts';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { useStore } from '../../../lib/store.ts';
import { useMessages } from '../../../lib/messages.ts';
import { toastProblem } from '../../../ui/index.ts';
import { CopyDialog } from '../../documents/duplicate-dialog.tsx';
import { RequestReviewDialog } from '../../documents/request-review-dialog.tsx';
import { AssignDialog } from '../../review/assign-dialog.tsx';
import { PreviewLinksDialog } from '../../review/preview-links.tsx';
import { editorActions } from '../bar/editor-actions.ts';
import { actionMessages } from '../bar/action-messages.ts';
import { useDefinitions } from '../fields/definitions.ts';
import { fieldMessages } from '../fields/field-messages.ts';
import type { DialogName } from '../session/editor-prompts.ts';
import { isMapping } from '../session/frontmatter-text.ts';
import { isWriterKey } from '../session/frontmatter-keys.ts';
import { discardUpload } from '../paste/uploads.ts';
import { textMessages } from '../text/text-messages.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { AltDialog } from './alt-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { VideoPartDialog } from './video-part-dialog.tsx';

interface DialogProps {
  readonly onClose: () => void;
}

export function EditorDialogs(): ReactNode {
  const messages = useMessages(textMessages);
  const { prompts, view } = useEditing();
  const name = useStore(prompts.dialog);
  const pictures = useStore(prompts.pictures);
  useShortcut({ keys: 'mod+shift+k', label: messages.link, run: () => prompts.openDialog('link') });
  const close = () => prompts.dialog.set(null);
  // Insert dialogs return the focus to the text, whichever key or button opened them.
  const back = () => requestAnimationFrame(() => view.focus());
  const closeInto = () => {
    close();
    back();
  };
  const next = name === null && pictures[0];
  return (
    <>
      {name === 'schedule' && <ScheduleDialog onClose={close} />}
      {name === 'assign' && <PeopleDialog onClose={close} />}
      {name === 'review' && <ReviewDialog onClose={close} />}
      {name === 'previewLink' && <LinksDialog onClose={close} />}
      {name === 'duplicate' && <DuplicateDialog onClose={close} />}
      {name === 'message' && <MessageDialog onClose={close} />}
      <InsertDialog name={name} onClose={closeInto} />
      {next && (
        <AltDialog
          key={next.item.path}
          item={next.item}
          file={next.file}
          onClose={() => {
            prompts.dismiss(next.file);
            discardUpload(view, next.file);
            back();
          }}
        />
      )}
    </>
  );
}

function InsertDialog(props: DialogProps & { readonly name: DialogName | null }): ReactNode {
  const { name, onClose } = props;
  if (name === 'link') return <LinkDialog onClose={onClose} />;
  if (name === 'image') return <PictureDialog onClose={onClose} />;
  if (name === 'imageBeside') return <PictureDialog isBeside onClose={onClose} />;
  const isPart = name === 'poster' || name === 'captions';
  return isPart && <VideoPartDialog part={name} onClose={onClose} />;
}

function PeopleDialog({ onClose }: DialogProps): ReactNode {
  const editing = useEditing();
  const detail = useEditingState((state) => state.detail);
  const hear = async () => {
    onClose();
    editing.updateDetail(await getEditable(editing.path));
    void queryClient.invalidateQueries({ queryKey: ['documents'] });
  };
  return (
    <AssignDialog
      detail={detail}
      onClose={onClose}
      onDone={() => void hear().catch(toastProblem)}
    />
  );
}

function ReviewDialog({ onClose }: DialogProps): ReactNode {
  const messages = useMessages(actionMessages);
  const about = useMessages(fieldMessages);
  const editing = useEditing();
  const detail = useEditingState((state) => state.detail);
  const isDirty = useEditingState((state) => state.isDirty);
  const missing = useMissingFields();
  const fill = ({ path, label }: MissingField) => {
    onClose();
    // The next frame: closing the dialog returns the focus to its button.
    requestAnimationFrame(() => editing.showErrorsAt({ [path]: about.isRequired({ label }) }));
  };
  return (
    <RequestReviewDialog
      detail={detail}
      about={isDirty && messages.saveFirst}
      missing={missing}
      onFill={fill}
      onClose={onClose}
      onAsk={async (request) => {
        await editorActions.requestReview(editing, request);
        onClose();
      }}
    />
  );
}

function useMissingFields(): MissingField[] {
  const type = useEditingState(({ detail }) => detail.type);
  const given = useEditingState(({ values }) => values['fields']);
  const isBroken = useEditingState(({ yamlProblem }) => yamlProblem !== null);
  const defined = useDefinitions(type);
  return isBroken ? [] : missingFields(defined ?? [], isMapping(given) ? given : {});
}

function LinksDialog({ onClose }: DialogProps): ReactNode {
  const detail = useEditingState((state) => state.detail);
  return <PreviewLinksDialog detail={detail} onClose={onClose} />;
}

function DuplicateDialog({ onClose }: DialogProps): ReactNode {
  const { view } = useEditing();
  const { title, type, lang } = useEditingState((state) => state.detail);
  const values = useEditingState((state) => state.values);
  const content = view.state.doc.toString();
  const frontmatter = Object.fromEntries(
    Object.entries(values).filter(([name]) => isWriterKey(name)),
  );
  return <CopyDialog original={{ title, type, lang, content, frontmatter }} onClose={onClose} />;
}
