import type { ThemeInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import { confirmAction, Badge, Button, Notice, toast, toastProblem } from '../../ui/index.ts';
import { SettingsLink } from './settings-link.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import { ThemeSketch } from './theme-sketch.tsx';
import { themeMessages } from './theme-messages.ts';
import styles from './themes.module.css';

export function ThemeCard(props: {
  readonly theme: ThemeInfo;
  readonly inUse: string | undefined;
}): ReactNode {
  const { theme, inUse } = props;
  const { name, description, enabled, builtin, problem, settings } = theme;
  const messages = useMessages(themeMessages);
  const { isPending, run } = useAction(() => switchTo(name, inUse));
  const reason = (enabled && messages.isActive) || (problem !== null && messages.isBroken);
  return (
    <li className={styles['card']} data-active={enabled || undefined}>
      <ThemeSketch theme={theme} />
      <div className={styles['body']}>
        <div className="row">
          <h2 className="breaks">{name}</h2>
          {enabled && <Badge tone="good">{messages.active}</Badge>}
          {problem !== null && <Badge tone="bad">{messages.broken}</Badge>}
          {builtin && <Badge>{messages.builtin}</Badge>}
        </div>
        <p className="soft small breaks">{themeOrigin(theme)}</p>
        {description !== '' && <p className="breaks">{description}</p>}
        {problem !== null && (
          <Notice tone="bad">
            <span className={styles['problem']}>{problem}</span>
          </Notice>
        )}
        <div className={`row ${styles['foot']}`}>
          <Button onPress={run} isPending={isPending} disabledReason={reason}>
            {messages.use}
            <span className="sr-only"> {name}</span>
          </Button>
          {settings.length > 0 && <SettingsLink of="theme" name={name} />}
          {!builtin && <ThemeMenu theme={theme} />}
        </div>
      </div>
    </li>
  );
}

function themeOrigin({ version, author }: ThemeInfo): string {
  const messages = currentMessages(themeMessages);
  const known = [
    version !== '' && messages.version({ version }),
    author !== '' && messages.by({ author }),
  ];
  return known.filter(Boolean).join(' · ');
}

async function switchTo(name: string, old: string | undefined): Promise<void> {
  const messages = currentMessages(themeMessages);
  const text = messages.switchText({ name, old: old ?? '—' });
  if (
    await confirmAction({
      title: messages.switchTitle({ name }),
      text,
      action: messages.switchAction,
    })
  )
    await switchNow(name, old);
}

async function switchNow(name: string, old: string | undefined): Promise<void> {
  const messages = currentMessages(themeMessages);
  try {
    await galley.themes.switch({ name });
    await queryClient.invalidateQueries({ queryKey: ['themes'] });
    const undo = old !== undefined && {
      action: { label: messages.undo, onPress: () => void switchNow(old, undefined) },
    };
    toast({ text: messages.switched({ name }), ...undo });
  } catch (error) {
    toastProblem(error);
  }
}
