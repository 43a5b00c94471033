import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Bell, ExternalLink, LogOut, Menu as MenuIcon, Search, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { appearance, type Appearance } from '../lib/appearance.ts';
import { galley } from '../lib/galley.ts';
import { formatShortcut } from '../lib/shortcuts.ts';
import { useStore } from '../lib/store.ts';
import { languageName, languages, useLanguage, useMessages } from '../lib/messages.ts';
import {
  Button,
  IconButton,
  Menu,
  PersonPicture,
  toastProblem,
  type MenuAction,
} from '../ui/index.ts';
import { NewDocumentButton } from '../features/documents/new-document-button.tsx';
import { NewMenu } from './new-menu.tsx';
import { chooseLanguage } from './own-language.ts';
import { showSignIn, useSession } from './session.ts';
import { unreadQuery } from './unread-query.ts';
import { appMessages } from './messages.ts';

export function TopBar(props: {
  readonly onMenu: () => void;
  readonly onSearch: () => void;
}): ReactNode {
  const messages = useMessages(appMessages);
  return (
    <header className="top">
      <IconButton kind="quiet" icon={MenuIcon} className="top-menu" onPress={props.onMenu}>
        {messages.menu}
      </IconButton>
      <Link to="/" className="brand">
        Galley
      </Link>
      <Button kind="secondary" icon={Search} className="top-search" onPress={props.onSearch}>
        {messages.search} <kbd aria-hidden>{formatShortcut('mod+k')}</kbd>
      </Button>
      <span className="grow" />
      <span className="top-create">
        <NewDocumentButton />
        <NewMenu />
      </span>
      <a
        className="button quiet icon-only"
        href="/"
        target="_blank"
        rel="noreferrer"
        title={messages.viewSite}
      >
        <ExternalLink aria-hidden size={17} />
        <span className="sr-only">{messages.viewSite}</span>
      </a>
      <NotificationBell />
      <AccountMenu />
    </header>
  );
}

function NotificationBell(): ReactNode {
  const messages = useMessages(appMessages);
  const { data } = useQuery(unreadQuery);
  const unread = data?.unread ?? 0;
  const name = unread > 0 ? messages.unread({ count: unread }) : messages.notifications;
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
  const messages = useMessages(appMessages);
  const { name, username, picture } = useSession();
  const navigate = useNavigate();
  const actions: (MenuAction | null)[] = [
    {
      id: 'account',
      label: messages.account,
      icon: UserRound,
      onAction: () => void navigate({ to: '/account' }),
    },
    null,
    ...useAppearanceActions(),
    null,
    ...useLanguageActions(),
    null,
    { id: 'sign-out', label: messages.signOut, icon: LogOut, onAction: () => void signOut() },
  ];
  return (
    <Menu label={messages.account} actions={actions}>
      <Button
        kind="quiet"
        lead={<PersonPicture name={name || username} picture={picture} size="small" />}
        className="top-account"
      >
        {name || username}
      </Button>
    </Menu>
  );
}

function useAppearanceActions(): MenuAction[] {
  const messages = useMessages(appMessages);
  const chosen = useStore(appearance);
  return (['auto', 'light', 'dark'] satisfies Appearance[]).map((one) => ({
    id: one,
    label: `${messages.appearance}: ${messages[one]}${one === chosen ? ' ✓' : ''}`,
    onAction: () => appearance.set(one),
  }));
}

function useLanguageActions(): MenuAction[] {
  const messages = useMessages(appMessages);
  const chosen = useLanguage();
  return languages.map((one) => ({
    id: one,
    label: `${messages.language}: ${languageName(one)}${one === chosen ? ' ✓' : ''}`,
    onAction: () => void chooseLanguage(one),
  }));
}

export async function signOut(): Promise<void> {
  try {
    const { provider_url: provider } = await galley.auth.logout();
    if (provider) location.assign(provider);
    else showSignIn('signed-out');
  } catch (error) {
    toastProblem(error);
  }
}
