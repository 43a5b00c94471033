import type { ReactNode } from 'react';
import { appearance, type Appearance } from '../../lib/appearance.ts';
import { areLettersOn } from '../../lib/shortcuts.ts';
import { useStore } from '../../lib/store.ts';
import { language, languages, useWords, type Language } from '../../lib/words.ts';
import { Panel, Select, Switch } from '../../ui/index.ts';
import { accountWords } from './words.ts';
import styles from './account.module.css';

export function LooksPanel(): ReactNode {
  const words = useWords(accountWords);
  const looks: readonly Appearance[] = ['auto', 'light', 'dark'];
  const spoken = Object.entries(languages) as [Language, string][];
  return (
    <Panel title={words.looks} about={words.looksAbout}>
      <div className="stack">
        <div className={styles.pair}>
          <Select
            label={words.appearance}
            value={useStore(appearance)}
            onChange={(next) => appearance.set(next)}
            options={looks.map((id) => ({ id, label: words[id] }))}
          />
          <Select
            label={words.language}
            value={useStore(language)}
            onChange={(next) => language.set(next)}
            options={spoken.map(([id, label]) => ({ id, label }))}
          />
        </div>
        <Switch
          isSelected={useStore(areLettersOn)}
          onChange={(next) => areLettersOn.set(next)}
          help={words.lettersHelp}
        >
          {words.letters}
        </Switch>
      </div>
    </Panel>
  );
}
