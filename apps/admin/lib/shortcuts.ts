import { useEffect, useEffectEvent } from 'react';
import { storePreference, readPreference } from './local-preference.ts';
import { createStore } from './store.ts';

export interface Shortcut {
  /** `mod+k`, `F6`, `?`, or a sequence such as `g d`. `mod` is ⌘ on a Mac, Ctrl elsewhere. */
  readonly keys: string;
  readonly label: string;
  readonly run: () => void;
  readonly isGlobal?: boolean;
}

export const shortcuts = createStore<readonly Shortcut[]>([]);

/** Single-letter shortcuts can be turned off (WCAG 2.1.4): speech input and slips trigger them. */
export const areLetterShortcutsOn = createStore(readPreference('letters') !== 'off');
areLetterShortcutsOn.subscribe(() =>
  storePreference('letters', areLetterShortcutsOn.get() ? 'on' : 'off'),
);

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Keys as printed on the keyboard: `⌘ K`, `Ctrl + K`, `g d`. */
export function formatShortcut(keys: string): string {
  if (!keys.includes('mod')) return keys;
  const key = keys
    .replace('mod+', '')
    .replace('alt+', isMac ? '⌥' : 'Alt + ')
    .replace('shift+', isMac ? '⇧' : 'Shift + ');
  return isMac ? `⌘ ${key.toUpperCase()}` : `Ctrl + ${key.length === 1 ? key.toUpperCase() : key}`;
}

export function useShortcut({ keys, label, run, isGlobal }: Shortcut, isOn = true): void {
  const act = useEffectEvent(run);
  useEffect(() => {
    if (!isOn) return undefined;
    const mine: Shortcut = { keys, label, run: () => act(), ...(isGlobal && { isGlobal }) };
    shortcuts.set((current) => [...current, mine]);
    return () => shortcuts.set((current) => current.filter((other) => other !== mine));
  }, [keys, label, isGlobal, isOn]);
}

const sequenceTimeoutMs = 1200;

/** Returns a function that stops the listener. */
export function listenForShortcuts(): () => void {
  let before = '';
  let at = 0;
  const listen = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === undefined || event.defaultPrevented) return;
    const isSequence = event.timeStamp - at < sequenceTimeoutMs;
    const typed = isSequence && before !== '' ? `${before} ${key}` : key;
    const found = shortcutFor(typed, event) ?? shortcutFor(key, event);
    before = found || key.includes('+') ? '' : key;
    at = event.timeStamp;
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  document.addEventListener('keydown', ignoreCapsLock, true);
  document.addEventListener('keydown', listen);
  return () => {
    document.removeEventListener('keydown', ignoreCapsLock, true);
    document.removeEventListener('keydown', listen);
  };
}

/** With caps lock, G would not match `g`, and Ctrl+Shift+F would act as Ctrl+F in the text editor. */
function ignoreCapsLock(event: KeyboardEvent): void {
  const { key, shiftKey } = event;
  if (!/^[a-z]$/i.test(key) || !event.getModifierState('CapsLock')) return;
  Object.defineProperty(event, 'key', { value: shiftKey ? key.toUpperCase() : key.toLowerCase() });
}

function shortcutFor(typed: string, event: KeyboardEvent): Shortcut | undefined {
  const isCommand = typed.startsWith('mod+') || /^F\d/.test(typed);
  if (!isCommand && (!areLetterShortcutsOn.get() || isTextInput(event.target))) return undefined;
  // Shortcuts behind a dialog are inactive, except the one to the messages, which are above it.
  if (typed !== 'F6' && document.querySelector('[role=dialog], [role=alertdialog]'))
    return undefined;
  return shortcuts.get().findLast(({ keys }) => keys === typed);
}

/** `undefined` for a lone modifier and for shortcuts of the operating system. */
function keyOf(event: KeyboardEvent): string | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.isComposing || altKey || ['Shift', 'Control', 'Meta', 'Alt'].includes(key))
    return undefined;
  const isCommand = isMac ? metaKey : ctrlKey;
  if (isCommand) return `mod+${shiftKey ? 'shift+' : ''}${key.toLowerCase()}`;
  return ctrlKey || metaKey ? undefined : key;
}

function isTextInput(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select')
  );
}
