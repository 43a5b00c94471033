import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { shortcuts, useShortcut } from '../lib/shortcuts.ts';
import { useWords } from '../lib/words.ts';
import { places, type Place } from './navigation.ts';
import { may, useSession } from './session.ts';
import { appWords } from './words.ts';

interface Sheets {
  readonly openPalette: () => void;
  readonly openShortcuts: () => void;
}

export function useGlobalShortcuts({ openPalette, openShortcuts }: Sheets): void {
  const words = useWords(appWords);
  const session = useSession();
  const navigate = useNavigate();
  const go = useEffectEvent((place: Place) => void navigate({ to: place.to }));
  useShortcut({ keys: 'mod+k', label: words.palette, run: openPalette, isGlobal: true });
  useShortcut({ keys: '?', label: words.shortcuts, run: openShortcuts, isGlobal: true });
  useEffect(() => {
    const isVisible = ({ needs }: Place) => needs === undefined || may(session, needs, true);
    const going = places
      .filter((place) => place.keys !== undefined && isVisible(place))
      .map((place) => ({
        keys: place.keys!,
        label: `${words.go} ${words[place.name]}`,
        run: () => go(place),
        isGlobal: true,
      }));
    shortcuts.set((current) => [...going, ...current]);
    return () =>
      shortcuts.set((current) => current.filter((one) => !(going as unknown[]).includes(one)));
  }, [session, words]);
}
