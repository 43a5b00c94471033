import { createStore } from '../../../lib/store.ts';

export type DialogName = 'schedule' | 'assign' | 'previewLink' | 'duplicate' | 'message';

/** The dialog that lies over the page. */
export const openDialog = createStore<DialogName | null>(null);
