import { Annotation } from '@codemirror/state';
import type { EditorPrompts } from './editor-prompts.ts';

export interface TextHooks {
  readonly onType: () => void;
  readonly onBlur: () => void;
  readonly prompts: EditorPrompts;
  /** Path of the document, which moves change. */
  readonly path: () => string;
}

/** Marks changes that the page itself makes in the editor. */
export const programmaticChange = Annotation.define<true>();
