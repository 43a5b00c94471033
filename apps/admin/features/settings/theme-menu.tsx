import type { ThemeInfo } from '@galley/sdk';
import { History, MoreHorizontal, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { currentMessages, useMessages } from '../../lib/messages.ts';
import { confirmAction, IconButton, Menu, toast, toastProblem } from '../../ui/index.ts';
import { themeMessages } from './theme-messages.ts';

/** Rollback and deletion of a theme of the project. */
export function ThemeMenu({ theme }: { readonly theme: ThemeInfo }): ReactNode {
  const { name, enabled, previous_version: previous } = theme;
  const messages = useMessages(themeMessages);
  const rollBackAction = previous !== null && {
    id: 'rollback',
    label: messages.rollBack({ version: previous }),
    icon: History,
    onAction: () => void rollBack(theme, previous).catch(toastProblem),
  };
  return (
    <Menu
      label={messages.more({ name })}
      actions={[
        ...(rollBackAction ? [rollBackAction] : []),
        {
          id: 'delete',
          label: messages.delete,
          icon: Trash2,
          isDangerous: true,
          disabledReason: enabled && messages.switchFirst,
          onAction: () => void deleteTheme(name).catch(toastProblem),
        },
      ]}
    >
      <IconButton icon={MoreHorizontal}>{messages.more({ name })}</IconButton>
    </Menu>
  );
}

async function rollBack({ name, enabled }: ThemeInfo, version: string): Promise<void> {
  const messages = currentMessages(themeMessages);
  const question = {
    title: messages.rollBackTitle({ name, version }),
    text: enabled ? messages.rollBackActive : messages.rollBackText,
    action: messages.rollBackAction,
  };
  if (!(await confirmAction(question))) return;
  const theme = await galley.themes.rollback({ name });
  await queryClient.invalidateQueries({ queryKey: ['themes'] });
  toast({ text: messages.rolledBack({ name, version: theme.version }) });
}

async function deleteTheme(name: string): Promise<void> {
  const messages = currentMessages(themeMessages);
  const question = {
    title: messages.deleteTitle({ name }),
    text: messages.deleteText,
    action: messages.deleteAction,
    kind: 'danger',
  } as const;
  if (!(await confirmAction(question))) return;
  await galley.themes.delete({ name });
  await queryClient.invalidateQueries({ queryKey: ['themes'] });
  toast({ text: messages.deleted({ name }) });
}
