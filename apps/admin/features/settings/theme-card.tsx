import type { ThemeInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useAction } from '../../lib/use-action.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { ask, Badge, Button, Notice, toast, toastProblem } from '../../ui/index.ts';
import { SettingsLink } from './settings-link.tsx';
import { ThemeSketch } from './theme-sketch.tsx';
import { themeWords } from './theme-words.ts';
import styles from './themes.module.css';

export function ThemeCard(props: {
  readonly theme: ThemeInfo;
  readonly inUse: string | undefined;
}): ReactNode {
  const { theme, inUse } = props;
  const { name, description, enabled, builtin, problem, settings } = theme;
  const words = useWords(themeWords);
  const { isPending, run } = useAction(() => switchTo(name, inUse));
  const reason = (enabled && words.isActive) || (problem !== null && words.isBroken);
  return (
    <li className={styles['card']} data-active={enabled || undefined}>
      <ThemeSketch theme={theme} />
      <div className={styles['body']}>
        <div className="row">
          <h2 className="breaks">{name}</h2>
          {enabled && <Badge tone="good">{words.active}</Badge>}
          {problem !== null && <Badge tone="bad">{words.broken}</Badge>}
          {builtin && <Badge>{words.builtin}</Badge>}
        </div>
        <p className="soft small breaks">{whose(theme)}</p>
        {description !== '' && <p className="breaks">{description}</p>}
        {problem !== null && (
          <Notice tone="bad">
            <span className={styles['problem']}>{problem}</span>
          </Notice>
        )}
        <div className={`row ${styles['foot']}`}>
          <Button onPress={run} isPending={isPending} disabledReason={reason}>
            {words.use}
            <span className="sr-only"> {name}</span>
          </Button>
          {settings.length > 0 && <SettingsLink of="theme" name={name} />}
        </div>
      </div>
    </li>
  );
}

function whose({ version, author }: ThemeInfo): string {
  const words = wordsNow(themeWords);
  const known = [version !== '' && words.version(version), author !== '' && words.by(author)];
  return known.filter(Boolean).join(' · ');
}

async function switchTo(name: string, old: string | undefined): Promise<void> {
  const words = wordsNow(themeWords);
  const text = words.switchText(name, old ?? '—');
  if (await ask({ title: words.switchTitle(name), text, action: words.switchAction }))
    await switchNow(name, old);
}

async function switchNow(name: string, old: string | undefined): Promise<void> {
  const words = wordsNow(themeWords);
  try {
    await galley.themes.switch({ name });
    await queryClient.invalidateQueries({ queryKey: ['themes'] });
    const undo = old !== undefined && {
      action: { label: words.undo, onPress: () => void switchNow(old, undefined) },
    };
    toast({ text: words.switched(name), ...undo });
  } catch (error) {
    toastProblem(error);
  }
}
