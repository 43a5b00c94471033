import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { countInbox, useAgentInbox } from './agent-inbox.ts';
import { listenForShortcuts } from '../lib/shortcuts.ts';
import { useMessages } from '../lib/messages.ts';
import { dismissErrors, Dialog, ConfirmDialogHost, Toasts } from '../ui/index.ts';
import { UnreachableNotice } from './unreachable-notice.tsx';
import { CommandPalette } from './command-palette.tsx';
import { navigation, type NavigationItem } from './navigation.ts';
import { AuthDialog } from './auth-dialog.tsx';
import { hasCapability, useSession } from './session.ts';
import { ShortcutDialog } from './shortcut-dialog.tsx';
import { TopBar } from './top-bar.tsx';
import { askedCountQuery } from './unread-query.ts';
import { useLiveChanges } from './live-changes.ts';
import { useGlobalShortcuts } from './use-global-shortcuts.ts';
import { appMessages } from './messages.ts';

type OpenOverlay = 'palette' | 'shortcuts' | 'menu' | null;

export function AppLayout(): ReactNode {
  const messages = useMessages(appMessages);
  const [sheet, setSheet] = useState<OpenOverlay>(null);
  const close = () => setSheet(null);
  useEffect(listenForShortcuts, []);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(dismissErrors, [path]);
  useEffect(preloadEditor, []);
  useLiveChanges();
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
        {messages.skip}
      </button>
      <TopBar onMenu={() => setSheet('menu')} onSearch={() => setSheet('palette')} />
      <Sidebar />
      <main id="content" className="content" tabIndex={-1}>
        <Outlet />
      </main>
      {sheet === 'menu' && (
        <Dialog title={messages.navigation} size="side" onClose={close}>
          <Navigation onGo={close} />
        </Dialog>
      )}
      {sheet === 'palette' && (
        <CommandPalette onClose={close} onShortcuts={() => setSheet('shortcuts')} />
      )}
      {sheet === 'shortcuts' && <ShortcutDialog onClose={close} />}
      <ConfirmDialogHost />
      <AuthDialog />
      <UnreachableNotice />
      <Toasts />
    </div>
  );
}

/** Most people open a document soon; the editor is the largest page. */
function preloadEditor(): () => void {
  // A failure is repeated, and reported, when a document is opened.
  const preload = () => import('../features/editor/editor-page.tsx').catch(() => undefined);
  const timer = setTimeout(() => void preload(), 1_000);
  return () => clearTimeout(timer);
}

function Sidebar(): ReactNode {
  const messages = useMessages(appMessages);
  return (
    <nav className="side" aria-label={messages.navigation}>
      <Navigation />
    </nav>
  );
}

function Navigation({ onGo }: { readonly onGo?: () => void }): ReactNode {
  const messages = useMessages(appMessages);
  const session = useSession();
  const counts = useWaitingCounts();
  const isVisible = ({ needs }: NavigationItem) =>
    needs === undefined || hasCapability(session, needs, true);
  return navigation.map(({ name, items }) => {
    const visible = items.filter(isVisible);
    return (
      visible.length > 0 && (
        <div key={name} className="side-group">
          <p className="side-name">{messages[name]}</p>
          <ul>
            {visible.map((place) => (
              <SidebarLink
                key={place.to}
                place={place}
                count={counts[place.name] ?? 0}
                {...(onGo && { onGo })}
              />
            ))}
          </ul>
        </div>
      )
    );
  });
}

/** Number of things that wait for the user, by the name of the page. */
function useWaitingCounts(): Readonly<Partial<Record<NavigationItem['name'], number>>> {
  const session = useSession();
  const asked = useQuery({
    ...askedCountQuery(session.username),
    enabled: hasCapability(session, 'documents.review'),
  });
  const ofAgents = countInbox(useAgentInbox());
  return { review: (asked.data?.total ?? 0) + ofAgents, runs: ofAgents };
}

function SidebarLink({
  place,
  count,
  onGo,
}: {
  readonly place: NavigationItem;
  readonly count: number;
  readonly onGo?: () => void;
}): ReactNode {
  const { name, to, icon: Icon } = place;
  const messages = useMessages(appMessages);
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
        {messages[name]}
        {count > 0 && (
          <>
            <span className="side-count" aria-hidden>
              {count > 99 ? '99+' : count}
            </span>
            <span className="sr-only">{messages.waitForYou({ count })}</span>
          </>
        )}
      </Link>
    </li>
  );
}
