import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { shortcuts, useShortcut } from '../lib/shortcuts.ts';
import { useMessages } from '../lib/messages.ts';
import { navigationItems, type NavigationItem } from './navigation.ts';
import { hasCapability, useSession } from './session.ts';
import { appMessages } from './messages.ts';

interface Sheets {
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
}

export function useGlobalShortcuts({ openPalette, openShortcuts }: Sheets): void {
  const messages = useMessages(appMessages);
  const session = useSession();
  const navigate = useNavigate();
  const go = useEffectEvent((place: NavigationItem) => void navigate({ to: place.to }));
  useShortcut({ keys: 'mod+k', label: messages.palette, run: openPalette, isGlobal: true });
  useShortcut({ keys: '?', label: messages.shortcuts, run: openShortcuts, isGlobal: true });
  useEffect(() => {
    const isVisible = ({ needs }: NavigationItem) =>
      needs === undefined || hasCapability(session, needs, true);
    const going = navigationItems
      .filter((place) => place.keys !== undefined && isVisible(place))
      .map((place) => ({
        keys: place.keys!,
        label: `${messages.go} ${messages[place.name]}`,
        run: () => go(place),
        isGlobal: true,
      }));
    shortcuts.set((current) => [...going, ...current]);
    return () =>
      shortcuts.set((current) => current.filter((one) => !(going as unknown[]).includes(one)));
  }, [session, messages]);
}
