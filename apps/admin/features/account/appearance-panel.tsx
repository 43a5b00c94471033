import type { ReactNode } from 'react';
import { chooseLanguage } from '../../app/own-language.ts';
import { appearance, type Appearance } from '../../lib/appearance.ts';
import { areLetterShortcutsOn } from '../../lib/shortcuts.ts';
import { useStore } from '../../lib/store.ts';
import { languageName, languages, useLanguage, useMessages } from '../../lib/messages.ts';
import { Panel, Select, Switch } from '../../ui/index.ts';
import { accountMessages } from './messages.ts';
import styles from './account.module.css';

export function AppearancePanel(): ReactNode {
  const messages = useMessages(accountMessages);
  const looks: readonly Appearance[] = ['auto', 'light', 'dark'];
  return (
    <Panel title={messages.looks} about={messages.looksAbout}>
      <div className="stack">
        <div className={styles.pair}>
          <Select
            label={messages.appearance}
            value={useStore(appearance)}
            onChange={(next) => appearance.set(next)}
            options={looks.map((id) => ({ id, label: messages[id] }))}
          />
          <Select
            label={messages.language}
            value={useLanguage()}
            onChange={(next) => void chooseLanguage(next)}
            options={languages.map((id) => ({ id, label: languageName(id) }))}
          />
        </div>
        <Switch
          isSelected={useStore(areLetterShortcutsOn)}
          onChange={(next) => areLetterShortcutsOn.set(next)}
          help={messages.lettersHelp}
        >
          {messages.letters}
        </Switch>
      </div>
    </Panel>
  );
}
