import { useEffect, useState } from 'react';

/** The value as it was when it had not changed for a moment: for what is asked of the server while somebody types. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 200);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
