import { useEffect, useRef, useState } from 'react';

interface Typed {
  readonly text: string;
  /** What the value was when it was typed, and what was sent for it. */
  readonly over: string;
  readonly sent: string | null;
}

const patience = 250;

/**
 * A field whose value follows what is typed after a moment. Until then, and unless the value becomes something else
 * than what was sent, the typed text stands: no letter is lost while an address is on its way.
 */
export function useTyped(value: string, onSend: (text: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState<Typed | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isMine = typed !== null && (value === typed.over || value === typed.sent);
  const send = (text: string) => {
    clearTimeout(timer.current);
    setTyped((before) => before && { ...before, sent: text.trim() });
    onSend(text);
  };
  const type = (text: string) => {
    setTyped({ text, over: value, sent: typed?.sent ?? null });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(text), patience);
  };
  return { text: isMine ? typed.text : value, type, send };
}
