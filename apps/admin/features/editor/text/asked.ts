import type { MediaItem } from '@galley/sdk';
import { createStore } from '../../../lib/store.ts';

/** What the text asks for: where a link goes, which picture, or what a picture says that was put into it. */
export type Asked = 'link' | 'image' | MediaItem | null;

export const asked = createStore<Asked>(null);
