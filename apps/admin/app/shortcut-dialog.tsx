import type { ReactNode } from 'react';
import { useStore } from '../lib/store.ts';
import {
  areLetterShortcutsOn,
  shortcuts,
  formatShortcut,
  type Shortcut,
} from '../lib/shortcuts.ts';
import { useMessages } from '../lib/messages.ts';
import { Dialog, Switch } from '../ui/index.ts';
import { appMessages } from './messages.ts';

export function ShortcutDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(appMessages);
  const all = useStore(shortcuts);
  const isOn = useStore(areLetterShortcutsOn);
  const here = all.filter(({ isGlobal }) => !isGlobal);
  return (
    <Dialog title={messages.shortcuts} onClose={onClose} size="normal">
      <div className="stack">
        <p className="soft">{messages.shortcutsAbout}</p>
        <Switch isSelected={isOn} onChange={(next) => areLetterShortcutsOn.set(next)}>
          {messages.letters}
        </Switch>
        {here.length > 0 && <Keys title={messages.here} list={here} />}
        <Keys title={messages.everywhere} list={all.filter(({ isGlobal }) => isGlobal)} />
      </div>
    </Dialog>
  );
}

function Keys(props: { readonly title: string; readonly list: readonly Shortcut[] }): ReactNode {
  return (
    <section className="stack">
      <h3>{props.title}</h3>
      <dl className="facts">
        {props.list.map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              {formatShortcut(keys)
                .split(/ (?!\+)(?<!\+ )/)
                .map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
