import { Context, LookupType, type Liquid, type Template } from 'liquidjs';
import { PageText } from './page-text.ts';
import { newSequencer } from './sequence.ts';
import type { Compiler, Step, TemplateFolder } from './step.ts';

const lookupTypes = { layouts: LookupType.Layouts, partials: LookupType.Partials } as const;

/** Defaults to the limits of a page. */
export interface RenderBudget {
  readonly milliseconds?: number;
  readonly characters?: number;
}

/** Nodes become closures, without generators. State lives in Liquid's context, so Liquid can render other nodes. */
export class CompiledTemplates implements Compiler {
  readonly sequence: (templates: readonly Template[]) => Step;
  readonly #engine: Liquid;
  readonly #files = new Map<string, Step>();
  readonly #named = { layouts: new Map<unknown, Step>(), partials: new Map<unknown, Step>() };

  constructor(engine: Liquid) {
    this.#engine = engine;
    this.sequence = newSequencer(this);
  }

  /** Errors name the file `shown`. Throws Liquid's parse errors. */
  add(file: string, text: string, shown = file): void {
    this.#files.set(file, this.sequence(this.#engine.parse(text, shown)));
  }

  file(folder: TemplateFolder, name: unknown): Step {
    return this.#named[folder].get(name) ?? this.#find(folder, name as string);
  }

  /** Throws Liquid's errors. */
  render(
    file: string,
    view: object,
    { globals, milliseconds, characters }: RenderBudget & { readonly globals: object },
  ): string {
    const options = {
      globals,
      sync: true,
      ...(milliseconds !== undefined && { renderLimit: milliseconds }),
      ...(characters !== undefined && { memoryLimit: characters }),
    };
    const ctx = new Context(view, this.#engine.options, options, { liquid: this.#engine });
    const out = new PageText(ctx);
    (this.#files.get(file) ?? this.#find('layouts', file))(ctx, out);
    return out.buffer;
  }

  #find(folder: TemplateFolder, name: string): Step {
    const { fs, extname } = this.#engine.options;
    const found = this.#files.get(fs.resolve(folder, name, extname));
    // Fails with Liquid's message.
    if (!found) return this.sequence(this.#engine.parseFileSync(name, lookupTypes[folder]));
    this.#named[folder].set(name, found);
    return found;
  }
}
