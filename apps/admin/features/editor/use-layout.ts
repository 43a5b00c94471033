import { useState, useSyncExternalStore } from 'react';
import { keepChoice, readChoice } from '../../lib/local-choice.ts';

export interface Layout {
  /** One thing at a time; the panel is a sheet. */
  readonly isNarrow: boolean;
  readonly hasPanel: boolean;
  readonly hasPreview: boolean;
  readonly isFocused: boolean;
  readonly togglePanel: () => void;
  readonly togglePreview: () => void;
  readonly toggleFocus: () => void;
}

const narrow = matchMedia('(max-width: 62rem)');

/** What is shown beside the text. In a wide window it is as it was last time. */
export function useLayout(): Layout {
  const isNarrow = useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
  const [isPanelOn, setPanelOn] = useState(() => readChoice('editor.panel') !== 'off');
  const [isSheetOn, setSheetOn] = useState(false);
  const [hasPreview, setPreview] = useState(
    () => !narrow.matches && readChoice('editor.preview') === 'on',
  );
  const [isFocused, setFocused] = useState(false);
  const setWide = (isOn: boolean) => {
    keepChoice('editor.panel', isOn ? 'on' : 'off');
    setPanelOn(isOn);
  };
  return {
    ...{ isNarrow, hasPreview, isFocused, hasPanel: isNarrow ? isSheetOn : isPanelOn },
    togglePanel: () => (isNarrow ? setSheetOn(!isSheetOn) : setWide(!isPanelOn)),
    togglePreview: () => {
      keepChoice('editor.preview', hasPreview ? 'off' : 'on');
      setPreview(!hasPreview);
    },
    toggleFocus: () => setFocused(!isFocused),
  };
}
