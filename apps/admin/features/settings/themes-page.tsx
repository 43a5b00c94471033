import type { ThemeInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Download, Palette } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Button, Empty, Loading, Page as Shown } from '../../ui/index.ts';
import { InstallThemeDialog } from './install-theme-dialog.tsx';
import { themesQuery } from './queries.ts';
import { ThemeCard } from './theme-card.tsx';
import { themeWords } from './theme-words.ts';
import styles from './themes.module.css';

export function Page(): ReactNode {
  const words = useWords(themeWords);
  const themes = useQuery(themesQuery);
  const [isInstalling, setInstalling] = useState(false);
  return (
    <Shown
      title={words.title}
      about={words.about}
      actions={
        <Button icon={Download} onPress={() => setInstalling(true)}>
          {words.install}
        </Button>
      }
    >
      <Loading query={themes}>{(found) => <Themes themes={found} />}</Loading>
      {isInstalling && <InstallThemeDialog onClose={() => setInstalling(false)} />}
    </Shown>
  );
}

function Themes({ themes }: { readonly themes: readonly ThemeInfo[] }): ReactNode {
  const words = useWords(themeWords);
  if (themes.length === 0) return <Empty icon={Palette} title={words.none} />;
  const inUse = themes.find(({ enabled }) => enabled);
  // The active theme comes first; the others keep the order of the server.
  const ordered = [...themes].sort((a, b) => Number(b.enabled) - Number(a.enabled));
  return (
    <ul className={styles['cards']}>
      {ordered.map((theme) => (
        <ThemeCard key={theme.name} theme={theme} inUse={inUse?.name} />
      ))}
    </ul>
  );
}
