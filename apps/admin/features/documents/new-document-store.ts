import { createStore } from '../../lib/store.ts';

/** The dialog of the top bar, which every page can open in place. */
export const isNewDocumentOpen = createStore(false);
