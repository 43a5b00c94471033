import { useState } from 'react';

/** Suggestions are loaded when their field is used, so that opening a document asks for none. */
export function useFirstFocus(): { readonly isUsed: boolean; readonly onFocus: () => void } {
  const [isUsed, setUsed] = useState(false);
  return { isUsed, onFocus: () => setUsed(true) };
}
