import { Compartment } from '@codemirror/state';

/** Empty unless the text is shared. */
export const roomExtensions = new Compartment();
