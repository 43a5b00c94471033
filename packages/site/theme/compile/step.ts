import type { Context, Emitter, Template } from 'liquidjs';

/** Writes to `out`. */
export type Step = (ctx: Context, out: Emitter) => void;

/** Drops stay unresolved. */
export type Evaluate = (ctx: Context) => unknown;

export interface Compiler {
  sequence(templates: readonly Template[]): Step;
  /** Throws Liquid's error when missing. */
  file(folder: TemplateFolder, name: unknown): Step;
}

export type CompileNode = (template: Template, compiler: Compiler) => Step | undefined;

export type TemplateFolder = 'layouts' | 'partials';
