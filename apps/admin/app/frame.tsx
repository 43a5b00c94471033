import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { followKeyboard } from '../lib/shortcuts.ts';
import { useWords } from '../lib/words.ts';
import { dismissErrors, Dialog, Questions, Toasts } from '../ui/index.ts';
import { AwayNotice } from './away-notice.tsx';
import { CommandPalette } from './command-palette.tsx';
import { navigation, type Place } from './navigation.ts';
import { SessionSheet } from './session-sheet.tsx';
import { may, useSession } from './session.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { TopBar } from './top-bar.tsx';
import { useGlobalShortcuts } from './use-global-shortcuts.ts';
import { appWords } from './words.ts';

type Sheet = 'palette' | 'shortcuts' | 'menu' | null;

export function Frame(): ReactNode {
  const words = useWords(appWords);
  const [sheet, setSheet] = useState<Sheet>(null);
  const close = () => setSheet(null);
  useEffect(followKeyboard, []);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(dismissErrors, [path]);
  useGlobalShortcuts({
    openPalette: () => setSheet('palette'),
    openShortcuts: () => setSheet('shortcuts'),
  });
  return (
    <div className="frame">
      <button
        type="button"
        className="skip"
        onClick={() => document.getElementById('content')?.focus()}
      >
        {words.skip}
      </button>
      <TopBar onMenu={() => setSheet('menu')} onSearch={() => setSheet('palette')} />
      <Side />
      <main id="content" className="content" tabIndex={-1}>
        <Outlet />
      </main>
      {sheet === 'menu' && (
        <Dialog title={words.navigation} size="side" onClose={close}>
          <Navigation onGo={close} />
        </Dialog>
      )}
      {sheet === 'palette' && (
        <CommandPalette onClose={close} onShortcuts={() => setSheet('shortcuts')} />
      )}
      {sheet === 'shortcuts' && <ShortcutSheet onClose={close} />}
      <Questions />
      <SessionSheet />
      <AwayNotice />
      <Toasts />
    </div>
  );
}

function Side(): ReactNode {
  const words = useWords(appWords);
  return (
    <nav className="side" aria-label={words.navigation}>
      <Navigation />
    </nav>
  );
}

function Navigation({ onGo }: { readonly onGo?: () => void }): ReactNode {
  const words = useWords(appWords);
  const session = useSession();
  const isVisible = ({ needs }: Place) => needs === undefined || may(session, needs, true);
  return navigation.map(({ name, places }) => {
    const visible = places.filter(isVisible);
    return (
      visible.length > 0 && (
        <div key={name} className="side-group">
          <p className="side-name">{words[name]}</p>
          <ul>
            {visible.map((place) => (
              <SideLink key={place.to} place={place} {...(onGo && { onGo })} />
            ))}
          </ul>
        </div>
      )
    );
  });
}

function SideLink({
  place,
  onGo,
}: {
  readonly place: Place;
  readonly onGo?: () => void;
}): ReactNode {
  const { name, to, icon: Icon } = place;
  const words = useWords(appWords);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isHere = to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`);
  return (
    <li>
      <Link
        to={to}
        className="side-link"
        aria-current={isHere ? 'page' : undefined}
        {...(onGo && { onClick: onGo })}
      >
        <Icon aria-hidden size={17} />
        {words[name]}
      </Link>
    </li>
  );
}
