import { useEffect, useEffectEvent } from 'react';
import { keepChoice, readChoice } from './local-choice.ts';
import { createStore } from './store.ts';

export interface Shortcut {
  /** `mod+k`, `F6`, `?`, or keys one after the other: `g d`. `mod` is ⌘ on a Mac, Ctrl elsewhere. */
  readonly keys: string;
  /** What it does, for the sheet of shortcuts. */
  readonly label: string;
  readonly run: () => void;
  /** On all pages. */
  readonly isGlobal?: boolean;
}

/** Those that work now, in the order in which they were announced. */
export const shortcuts = createStore<readonly Shortcut[]>([]);

/** Letters alone may be switched off (WCAG 2.1.4): voices and slips press them too. */
export const areLettersOn = createStore(readChoice('letters') !== 'off');
areLettersOn.subscribe(() => keepChoice('letters', areLettersOn.get() ? 'on' : 'off'));

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** As it is printed on the keys: `⌘ K`, `Ctrl + K`, `g d`. */
export function shownKeys(keys: string): string {
  if (!keys.includes('mod')) return keys;
  const key = keys.replace('mod+', '').replace('shift+', isMac ? '⇧' : 'Shift + ');
  return isMac ? `⌘ ${key.toUpperCase()}` : `Ctrl + ${key.length === 1 ? key.toUpperCase() : key}`;
}

/** Has keys do something while the component is there. */
export function useShortcut({ keys, label, run, isGlobal }: Shortcut, isOn = true): void {
  const act = useEffectEvent(run);
  useEffect(() => {
    if (!isOn) return undefined;
    const mine: Shortcut = { keys, label, run: () => act(), ...(isGlobal && { isGlobal }) };
    shortcuts.set((current) => [...current, mine]);
    return () => shortcuts.set((current) => current.filter((other) => other !== mine));
  }, [keys, label, isGlobal, isOn]);
}

/** How long a second key is waited for, in milliseconds. */
const patience = 1200;

/** Listens to the keyboard for as long as the page lives. */
export function followKeyboard(): () => void {
  let before = '';
  let at = 0;
  const listen = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (key === undefined || event.defaultPrevented) return;
    const isSequence = event.timeStamp - at < patience;
    const typed = isSequence && before !== '' ? `${before} ${key}` : key;
    const found = shortcutFor(typed, event) ?? shortcutFor(key, event);
    before = found || key.includes('+') ? '' : key;
    at = event.timeStamp;
    if (!found) return;
    event.preventDefault();
    found.run();
  };
  document.addEventListener('keydown', passOverCapsLock, true);
  document.addEventListener('keydown', listen);
  return () => {
    document.removeEventListener('keydown', passOverCapsLock, true);
    document.removeEventListener('keydown', listen);
  };
}

/**
 * With caps lock on, a key is told with the other case of its letter, so that G is no `g` and, in the editor of texts,
 * Ctrl+Shift+F is Ctrl+F. Whoever hears of the key is told what it is without; what is typed stays as it is.
 */
function passOverCapsLock(event: KeyboardEvent): void {
  const { key, shiftKey } = event;
  if (!/^[a-z]$/i.test(key) || !event.getModifierState('CapsLock')) return;
  Object.defineProperty(event, 'key', { value: shiftKey ? key.toUpperCase() : key.toLowerCase() });
}

function shortcutFor(typed: string, event: KeyboardEvent): Shortcut | undefined {
  const isCommand = typed.startsWith('mod+') || /^F\d/.test(typed);
  if (!isCommand && (!areLettersOn.get() || isWriting(event.target))) return undefined;
  // What is behind a dialog does nothing.
  if (document.querySelector('[role=dialog], [role=alertdialog]')) return undefined;
  return shortcuts.get().findLast(({ keys }) => keys === typed);
}

/** Undefined for what is no key of a shortcut: modifiers alone, and combinations of the system. */
function keyOf(event: KeyboardEvent): string | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (event.isComposing || altKey || ['Shift', 'Control', 'Meta', 'Alt'].includes(key))
    return undefined;
  const isCommand = isMac ? metaKey : ctrlKey;
  if (isCommand) return `mod+${shiftKey ? 'shift+' : ''}${key.toLowerCase()}`;
  return ctrlKey || metaKey ? undefined : key;
}

function isWriting(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}
