import type { ReactNode } from 'react';
import { useStore } from '../lib/store.ts';
import { areLettersOn, shortcuts, shownKeys, type Shortcut } from '../lib/shortcuts.ts';
import { useWords } from '../lib/words.ts';
import { Dialog, Switch } from '../ui/index.ts';
import { appWords } from './words.ts';

export function ShortcutSheet({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(appWords);
  const all = useStore(shortcuts);
  const isOn = useStore(areLettersOn);
  const here = all.filter(({ isGlobal }) => !isGlobal);
  return (
    <Dialog title={words.shortcuts} onClose={onClose} size="normal">
      <div className="stack">
        <p className="soft">{words.shortcutsAbout}</p>
        <Switch isSelected={isOn} onChange={(next) => areLettersOn.set(next)}>
          {words.letters}
        </Switch>
        {here.length > 0 && <Keys title={words.here} list={here} />}
        <Keys title={words.everywhere} list={all.filter(({ isGlobal }) => isGlobal)} />
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
              {shownKeys(keys)
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
