import {
  Bell,
  CalendarClock,
  FileText,
  House,
  Image,
  Inbox,
  KeyRound,
  Palette,
  Plug,
  ScrollText,
  Server,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Tags,
  TextCursorInput,
  UserRound,
  Users,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import type { PagePath } from '../lib/page-path.ts';

type NavigationItemName =
  | ('home' | 'documents' | 'review' | 'schedule' | 'media' | 'tags' | 'runs')
  | ('settings' | 'forms' | 'customFields' | 'themes' | 'plugins')
  | ('people' | 'roles' | 'tokens' | 'audit' | 'operations')
  | ('notifications' | 'account');

export interface NavigationItem {
  readonly name: NavigationItemName;
  readonly to: PagePath;
  readonly icon: LucideIcon;
  /** Required capability; with `.own`, the capability for one's own documents is enough. */
  readonly needs?: string;
  readonly keys?: string;
}

interface NavigationGroup {
  readonly name: 'work' | 'site' | 'system';
  readonly items: readonly NavigationItem[];
}

export const navigation: readonly NavigationGroup[] = [
  {
    name: 'work',
    items: [
      { name: 'home', to: '/', icon: House, keys: 'g h' },
      { name: 'documents', to: '/documents', icon: FileText, needs: 'documents.read', keys: 'g d' },
      { name: 'review', to: '/review', icon: Inbox, needs: 'documents.read', keys: 'g r' },
      {
        name: 'schedule',
        to: '/schedule',
        icon: CalendarClock,
        needs: 'documents.read',
        keys: 'g c',
      },
      { name: 'media', to: '/media', icon: Image, needs: 'media.read', keys: 'g m' },
      { name: 'tags', to: '/tags', icon: Tags, needs: 'documents.read', keys: 'g t' },
      { name: 'runs', to: '/runs', icon: Workflow, needs: 'runs.read', keys: 'g a' },
    ],
  },
  {
    name: 'site',
    items: [
      { name: 'settings', to: '/settings', icon: Settings, needs: 'config.manage', keys: 'g s' },
      { name: 'forms', to: '/forms', icon: TextCursorInput, needs: 'config.manage' },
      {
        name: 'customFields',
        to: '/custom-fields',
        icon: SlidersHorizontal,
        needs: 'config.manage',
      },
      { name: 'themes', to: '/themes', icon: Palette, needs: 'themes.manage' },
      { name: 'plugins', to: '/plugins', icon: Plug, needs: 'plugins.manage' },
    ],
  },
  {
    name: 'system',
    items: [
      { name: 'people', to: '/people', icon: Users, needs: 'users.manage', keys: 'g p' },
      { name: 'roles', to: '/roles', icon: ShieldCheck, needs: 'users.manage' },
      { name: 'tokens', to: '/tokens', icon: KeyRound, needs: 'users.manage' },
      { name: 'audit', to: '/audit', icon: ScrollText, needs: 'audit.read' },
      {
        name: 'operations',
        to: '/operations',
        icon: Server,
        needs: 'operations.manage',
        keys: 'g o',
      },
    ],
  },
];

export const topBarItems: readonly NavigationItem[] = [
  { name: 'notifications', to: '/notifications', icon: Bell, keys: 'g n' },
  { name: 'account', to: '/account', icon: UserRound },
];

export const navigationItems: readonly NavigationItem[] = [
  ...navigation.flatMap((group) => group.items),
  ...topBarItems,
];
