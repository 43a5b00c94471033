import type { Context, Emitter, Template } from 'liquidjs';

/** Compiled node, which writes to `out`. */
export type Step = (ctx: Context, out: Emitter) => void;

/** Compiled value; Liquid drops stay unresolved. */
export type Evaluate = (ctx: Context) => unknown;

export interface Compiler {
  /** Body of a tag or file. */
  sequence(templates: readonly Template[]): Step;
  /** File named in a template. Throws Liquid's error when missing. */
  file(folder: TemplateFolder, name: unknown): Step;
}

/** Compiles nodes of one kind; undefined for others. */
export type CompileNode = (template: Template, compiler: Compiler) => Step | undefined;

export type TemplateFolder = 'layouts' | 'partials';
