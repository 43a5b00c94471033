import { useState, useSyncExternalStore } from 'react';
import { storePreference, readPreference } from '../../lib/local-preference.ts';

export const panelTabs = ['fields', 'frontmatter', 'outline', 'comments', 'assistant'] as const;
export type PanelTab = (typeof panelTabs)[number];

export interface Layout {
  readonly isNarrow: boolean;
  readonly hasPanel: boolean;
  readonly hasPreview: boolean;
  readonly isFocused: boolean;
  readonly tab: PanelTab;
  readonly chooseTab: (tab: PanelTab) => void;
  /** Opens the panel on a tab and leaves focus mode. */
  readonly showTab: (tab: PanelTab) => void;
  readonly togglePanel: () => void;
  readonly togglePreview: () => void;
  readonly toggleFocus: () => void;
}

const narrow = matchMedia('(max-width: 62rem)');
/** Room for the text and its preview side by side. */
const roomy = matchMedia('(min-width: 90rem)');

export function useLayout(): Layout {
  const isNarrow = useSyncExternalStore(
    (listener) => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
  const [isPanelOn, setPanelOn] = useState(() => readPreference('editor.panel') !== 'off');
  const [isSheetOn, setSheetOn] = useState(false);
  const [hasPreview, setPreview] = useState(isPreviewOpenAtFirst);
  const [isFocused, setFocused] = useState(false);
  const [tab, setTab] = useState(firstTab);
  const setWide = (isOn: boolean) => {
    storePreference('editor.panel', isOn ? 'on' : 'off');
    setPanelOn(isOn);
  };
  const chooseTab = (chosen: PanelTab) => {
    storePreference('editor.tab', chosen);
    setTab(chosen);
  };
  return {
    isNarrow,
    hasPreview,
    isFocused,
    hasPanel: isNarrow ? isSheetOn : isPanelOn,
    tab,
    chooseTab,
    showTab: (chosen) => {
      setFocused(false);
      setTab(chosen);
      if (isNarrow) setSheetOn(true);
      else setPanelOn(true);
    },
    togglePanel: () => (isNarrow ? setSheetOn(!isSheetOn) : setWide(!isPanelOn)),
    togglePreview: () => {
      storePreference('editor.preview', hasPreview ? 'off' : 'on');
      setPreview(!hasPreview);
    },
    toggleFocus: () => setFocused(!isFocused),
  };
}

function isPreviewOpenAtFirst(): boolean {
  if (narrow.matches) return false;
  const kept = readPreference('editor.preview');
  return kept === undefined ? roomy.matches : kept === 'on';
}

function firstTab(): PanelTab {
  const kept = readPreference('editor.tab');
  return panelTabs.find((name) => name === kept) ?? 'fields';
}
