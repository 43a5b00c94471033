import type { PluginInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { History, MoreHorizontal, Trash2, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Checkbox,
  FormDialog,
  IconButton,
  Menu,
  QueryBoundary,
  toast,
  type MenuAction,
} from '../../ui/index.ts';
import { Consent, PluginPackageDialog } from './plugin-package-dialog.tsx';
import { packageMessages } from './plugin-package-messages.ts';
import { PluginReview } from './plugin-review.tsx';
import { refreshPlugins } from './refresh-plugins.ts';

/** Update, rollback and deletion of a plugin of the project. */
export function PluginMenu({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { name, enabled, previous_version: previous } = plugin;
  const messages = useMessages(packageMessages);
  const [open, setOpen] = useState<'update' | 'rollback' | 'delete'>();
  const close = () => setOpen(undefined);
  const rollBack: MenuAction | null =
    previous === null
      ? null
      : {
          id: 'rollback',
          label: messages.rollBack({ version: previous }),
          icon: History,
          onAction: () => setOpen('rollback'),
        };
  return (
    <>
      <Menu
        label={messages.more({ name })}
        actions={[
          { id: 'update', label: messages.update, icon: Upload, onAction: () => setOpen('update') },
          ...(rollBack ? [rollBack] : []),
          {
            id: 'delete',
            label: messages.delete,
            icon: Trash2,
            isDangerous: true,
            disabledReason: enabled && messages.disableFirst,
            onAction: () => setOpen('delete'),
          },
        ]}
      >
        <IconButton icon={MoreHorizontal}>{messages.more({ name })}</IconButton>
      </Menu>
      {open === 'update' && <PluginPackageDialog wanted={name} onClose={close} />}
      {open === 'rollback' && <RollbackDialog name={name} onClose={close} />}
      {open === 'delete' && <DeleteDialog name={name} onClose={close} />}
    </>
  );
}

interface ActionDialog {
  readonly name: string;
  readonly onClose: () => void;
}

function RollbackDialog({ name, onClose }: ActionDialog): ReactNode {
  const messages = useMessages(packageMessages);
  const [isGranted, setGranted] = useState(false);
  const previous = useQuery({
    queryKey: ['plugins', 'previous', name],
    queryFn: ({ signal }) => galley.plugins.previous({ name }, { signal }),
    gcTime: 0,
  });
  const submit = async () => {
    const { confirmation, version } = previous.data!;
    await galley.plugins.rollback({ name, confirmation, ...(isGranted && { approve_risk: true }) });
    await refreshPlugins();
    toast({ text: messages.rolledBack({ name, version }) });
    onClose();
  };
  const isBlocked = previous.data?.needs_approval === true && !isGranted;
  return (
    <FormDialog
      title={messages.rollBackOf({ name })}
      action={messages.rollBackAction}
      onClose={onClose}
      onSubmit={submit}
      disabledReason={(!previous.data && messages.checking) || (isBlocked && messages.grantFirst)}
    >
      <p className="soft">{messages.rollBackAbout}</p>
      <QueryBoundary query={previous}>
        {(review) => (
          <>
            <PluginReview review={review} />
            <Consent {...{ review, isGranted, setGranted }} />
          </>
        )}
      </QueryBoundary>
    </FormDialog>
  );
}

function DeleteDialog({ name, onClose }: ActionDialog): ReactNode {
  const messages = useMessages(packageMessages);
  const [removesData, setRemovesData] = useState(false);
  const submit = async () => {
    await galley.plugins.delete({ name, remove_data: removesData });
    toast({ text: messages.deleted({ name }) });
    onClose();
    await refreshPlugins();
  };
  return (
    <FormDialog
      title={messages.deleteOf({ name })}
      action={messages.deleteAction}
      kind="danger"
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{messages.deleteAbout}</p>
      <Checkbox isSelected={removesData} onChange={setRemovesData}>
        {messages.deleteData}
      </Checkbox>
      <p className="soft small">{messages.deleteDataHelp}</p>
    </FormDialog>
  );
}
