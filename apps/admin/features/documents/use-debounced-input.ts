import { useEffect, useRef, useState } from 'react';

interface PendingInput {
  readonly text: string;
  /** Value while typing, and the last sent text. */
  readonly over: string;
  readonly sent: string | null;
}

const debounceMs = 250;

/** Keeps typed text until the value differs from what was sent: no letter is lost while the address updates. */
export function useDebouncedInput(value: string, onSend: (text: string) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [typed, setTyped] = useState<PendingInput | null>(null);
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
    timer.current = setTimeout(() => send(text), debounceMs);
  };
  return { text: isMine ? typed.text : value, type, send };
}
