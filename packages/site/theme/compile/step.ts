import type { Context, Emitter, Template } from 'liquidjs';

/** One node of a template as a function: adds what it makes to `out`. */
export type Step = (ctx: Context, out: Emitter) => void;

/** A value of a template as a function, with what Liquid calls drops left as they are. */
export type Evaluate = (ctx: Context) => unknown;

export interface Compiler {
  /** The body of a tag, or of a file. */
  sequence(templates: readonly Template[]): Step;
  /** The file of that name, which a template gives. Throws as Liquid does when there is none. */
  file(folder: TemplateFolder, name: unknown): Step;
}

/** Makes a function of nodes of one kind; undefined for a node of another kind. */
export type CompileNode = (template: Template, compiler: Compiler) => Step | undefined;

export type TemplateFolder = 'layouts' | 'partials';
