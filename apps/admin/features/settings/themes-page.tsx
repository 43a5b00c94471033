import type { ThemeInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Download, Palette } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, EmptyState, QueryBoundary, Page as Shown } from '../../ui/index.ts';
import { InstallThemeDialog } from './install-theme-dialog.tsx';
import { themesQuery } from './queries.ts';
import { ThemeCard } from './theme-card.tsx';
import { themeMessages } from './theme-messages.ts';
import styles from './themes.module.css';

export function Page(): ReactNode {
  const messages = useMessages(themeMessages);
  const themes = useQuery(themesQuery);
  const [isInstalling, setInstalling] = useState(false);
  return (
    <Shown
      title={messages.title}
      about={messages.about}
      actions={
        <Button icon={Download} onPress={() => setInstalling(true)}>
          {messages.install}
        </Button>
      }
    >
      <QueryBoundary query={themes}>{(found) => <Themes themes={found} />}</QueryBoundary>
      {isInstalling && <InstallThemeDialog onClose={() => setInstalling(false)} />}
    </Shown>
  );
}

function Themes({ themes }: { readonly themes: readonly ThemeInfo[] }): ReactNode {
  const messages = useMessages(themeMessages);
  if (themes.length === 0) return <EmptyState icon={Palette} title={messages.none} />;
  const inUse = themes.find(({ enabled }) => enabled);
  const ordered = [...themes].sort((a, b) => Number(b.enabled) - Number(a.enabled));
  return (
    <ul className={styles['cards']}>
      {ordered.map((theme) => (
        <ThemeCard key={theme.name} theme={theme} inUse={inUse?.name} />
      ))}
    </ul>
  );
}
