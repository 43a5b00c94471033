import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { problemText } from '../lib/problem-text.ts';
import { useShortcut } from '../lib/shortcuts.ts';
import { createStore, useStore } from '../lib/store.ts';
import { useMessages } from '../lib/messages.ts';
import { Button, IconButton } from './button.tsx';
import { uiMessages } from './messages.ts';

export interface Toast {
  readonly text: string;
  readonly tone?: 'info' | 'good' | 'bad';
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

interface ActiveToast extends Toast {
  readonly id: number;
  readonly shownAt: number;
}

const activeToasts = createStore<readonly ActiveToast[]>([]);
let next = 1;

/** A success removes earlier errors, which would contradict it. A repeated message replaces itself. */
export function toast(message: Toast): void {
  const isSuccess = (message.tone ?? 'good') === 'good';
  activeToasts.set((current) => [
    ...current
      .filter(({ text, tone }) => text !== message.text && !(isSuccess && tone === 'bad'))
      .slice(-3),
    { ...message, id: next++, shownAt: performance.now() },
  ]);
}

/** A newer error was caused by the action that opened the new page. */
const newErrorMs = 1000;

/** Removes errors of the previous page. */
export function dismissErrors(): void {
  const oldest = performance.now() - newErrorMs;
  activeToasts.set((current) =>
    current.filter(({ tone, shownAt }) => tone !== 'bad' || shownAt > oldest),
  );
}

export function toastProblem(error: unknown): void {
  toast({ text: problemText(error), tone: 'bad' });
}

/** Dialogs keep clear of messages: `--toasts-height` is the height from the top message to the end of the window. */
function reserveSpace(section: HTMLElement): () => void {
  const root = document.documentElement;
  const observer = new ResizeObserver(() => {
    const { top, height } = section.getBoundingClientRect();
    const covered = height === 0 ? 0 : root.clientHeight - top;
    root.style.setProperty('--toasts-height', `${covered}px`);
  });
  observer.observe(section);
  return () => observer.disconnect();
}

let previousFocus: HTMLElement | null = null;

/** Mounted once, in the frame of the page. F6 focuses the newest message; closing it restores the focus. */
export function Toasts(): ReactNode {
  const words = useMessages(uiMessages);
  const messages = useStore(activeToasts);
  const section = useRef<HTMLElement>(null);
  const go = () => {
    previousFocus = document.activeElement as HTMLElement | null;
    section.current?.querySelector<HTMLElement>('.toast:last-child button')?.focus();
  };
  const isOn = messages.length > 0;
  useEffect(() => reserveSpace(section.current!), []);
  useShortcut({ keys: 'F6', label: words.toMessages, run: go, isGlobal: true }, isOn);
  return (
    <section
      ref={section}
      className="toasts"
      // Usable and announced while a dialog is open.
      data-react-aria-top-layer
      aria-label={words.messages}
      aria-live="polite"
      aria-relevant="additions"
    >
      {messages.map((message) => (
        <ToastItem key={message.id} message={message} />
      ))}
    </section>
  );
}

function durationMs(tone: Toast['tone'], hasAction: boolean): number {
  if (tone === 'bad') return 20_000;
  return hasAction ? 12_000 : 6000;
}

function ToastItem({ message }: { readonly message: ActiveToast }): ReactNode {
  const { id, text, tone = 'good', action } = message;
  const words = useMessages(uiMessages);
  const [isHeld, setHeld] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const close = () => {
    if (frame.current?.contains(document.activeElement)) previousFocus?.focus();
    previousFocus = null;
    activeToasts.set((current) => current.filter((other) => other.id !== id));
  };
  useEffect(() => {
    // A message stays while it is hovered or focused.
    if (isHeld) return undefined;
    const timer = setTimeout(
      () => activeToasts.set((current) => current.filter((other) => other.id !== id)),
      durationMs(tone, action !== undefined),
    );
    return () => clearTimeout(timer);
  }, [id, isHeld, tone, action]);
  return (
    <div
      ref={frame}
      className={`toast ${tone}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="grow breaks">{text}</span>
      {action && (
        <Button
          size="small"
          kind="quiet"
          shortcut="F6"
          onPress={() => {
            action.onPress();
            close();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton size="small" kind="quiet" icon={X} onPress={close}>
        {words.dismiss}
      </IconButton>
    </div>
  );
}
