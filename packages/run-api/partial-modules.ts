import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';

/** Handlers of some operations; `runModules` requires that together they are complete. */
export type PartialModules = {
  readonly [Noun in keyof typeof contract]?: Partial<Module<(typeof contract)[Noun]>>;
};
