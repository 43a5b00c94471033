import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Bell, ExternalLink, LogOut, Menu as MenuIcon, Search, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { appearance, type Appearance } from '../lib/appearance.ts';
import { galley } from '../lib/galley.ts';
import { shownKeys } from '../lib/shortcuts.ts';
import { useStore } from '../lib/store.ts';
import { language, languages, useLanguage, useWords, type Language } from '../lib/words.ts';
import { Button, IconButton, Menu, toastProblem, type MenuAction } from '../ui/index.ts';
import { queryClient } from './query-client.ts';
import { useSession } from './session.ts';
import { unreadQuery } from './unread-query.ts';
import { appWords } from './words.ts';

export function TopBar(props: {
  readonly onMenu: () => void;
  readonly onSearch: () => void;
}): ReactNode {
  const words = useWords(appWords);
  return (
    <header className="top">
      <IconButton kind="quiet" icon={MenuIcon} className="top-menu" onPress={props.onMenu}>
        {words.menu}
      </IconButton>
      <Link to="/" className="brand">
        Galley
      </Link>
      <Button kind="secondary" icon={Search} className="top-search" onPress={props.onSearch}>
        {words.search} <kbd aria-hidden>{shownKeys('mod+k')}</kbd>
      </Button>
      <span className="grow" />
      <a
        className="button quiet icon-only"
        href="/"
        target="_blank"
        rel="noreferrer"
        title={words.viewSite}
      >
        <ExternalLink aria-hidden size={17} />
        <span className="sr-only">{words.viewSite}</span>
      </a>
      <NotificationBell />
      <AccountMenu />
    </header>
  );
}

function NotificationBell(): ReactNode {
  const words = useWords(appWords);
  const { data } = useQuery(unreadQuery);
  const unread = data?.unread ?? 0;
  const name = unread > 0 ? words.unread(unread) : words.notifications;
  return (
    <Link to={'/notifications'} className="button quiet icon-only bell" title={name}>
      <Bell aria-hidden size={17} />
      <span className="sr-only">{name}</span>
      {unread > 0 && (
        <span className="bell-count" aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}

function AccountMenu(): ReactNode {
  const words = useWords(appWords);
  const { name, username } = useSession();
  const navigate = useNavigate();
  const actions: (MenuAction | null)[] = [
    {
      id: 'account',
      label: words.account,
      icon: UserRound,
      onAction: () => void navigate({ to: '/account' }),
    },
    null,
    ...useAppearanceActions(),
    null,
    ...useLanguageActions(),
    null,
    { id: 'sign-out', label: words.signOut, icon: LogOut, onAction: () => void signOut() },
  ];
  return (
    <Menu label={words.account} actions={actions}>
      <Button kind="quiet" icon={UserRound} className="top-account">
        {name || username}
      </Button>
    </Menu>
  );
}

function useAppearanceActions(): MenuAction[] {
  const words = useWords(appWords);
  const chosen = useStore(appearance);
  return (['auto', 'light', 'dark'] satisfies Appearance[]).map((one) => ({
    id: one,
    label: `${words.appearance}: ${words[one]}${one === chosen ? ' ✓' : ''}`,
    onAction: () => appearance.set(one),
  }));
}

function useLanguageActions(): MenuAction[] {
  const words = useWords(appWords);
  const chosen = useLanguage();
  return (Object.keys(languages) as Language[]).map((one) => ({
    id: one,
    label: `${words.language}: ${languages[one]}${one === chosen ? ' ✓' : ''}`,
    onAction: () => language.set(one),
  }));
}

/** Ends the session. Loading a new page clears the data cached in this tab. */
export async function signOut(): Promise<void> {
  try {
    await galley.auth.logout();
    queryClient.clear();
    location.assign(new URL('sign-in?notice=signed-out', document.baseURI));
  } catch (error) {
    toastProblem(error);
  }
}
