import type { Liquid } from 'liquidjs';
import { createEngine } from '../liquid-engine.ts';
import { extractMessage, locateError, type TemplatePlace } from '../template-place.ts';
import { CompiledTemplates } from './compiled-templates.ts';

/** Text, or position and message of a failure. */
export type Outcome = string | (TemplatePlace & { readonly message: string });

export interface Rendering {
  readonly layout: string;
  /** Created for each run, because `increment` modifies it. */
  readonly view: () => object;
  readonly theme?: object;
}

export class RenderComparison {
  readonly #liquid: Liquid;
  readonly #compiled: CompiledTemplates;

  constructor(
    templates: ReadonlyMap<string, string>,
    filters: Readonly<Record<string, (value: unknown) => unknown>> = {},
  ) {
    const engine = (): Liquid => {
      const made = createEngine(templates);
      for (const [name, filter] of Object.entries(filters)) made.registerFilter(name, filter);
      return made;
    };
    this.#liquid = engine();
    this.#compiled = new CompiledTemplates(engine());
    for (const [file, text] of templates) this.#compiled.add(file, text);
  }

  byLiquid({ layout, view, theme = {} }: Rendering): Outcome {
    const options = { globals: { theme } };
    return outcome(layout, () => String(this.#liquid.renderFileSync(layout, view(), options)));
  }

  compiled({ layout, view, theme = {} }: Rendering): Outcome {
    return outcome(layout, () => this.#compiled.render(layout, view(), { globals: { theme } }));
  }
}

function outcome(layout: string, render: () => string): Outcome {
  try {
    return render();
  } catch (error) {
    return { ...locateError(error, `layouts/${layout}.liquid`), message: extractMessage(error) };
  }
}
