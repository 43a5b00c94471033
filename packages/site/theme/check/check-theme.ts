import { silentLogger } from '@galley/kernel';
import { Drop, type Liquid } from 'liquidjs';
import { formViews } from '../../forms/form-view.ts';
import { RenderedBodies } from '../../pages/rendered-bodies.ts';
import { interfaceTexts } from '../../texts/interface-texts.ts';
import { PublicSite } from '../../public-site.ts';
import { createEngine } from '../liquid-engine.ts';
import { extractMessage, locateError, type TemplatePlace } from '../template-place.ts';
import { type Theme } from '../theme.ts';
import {
  exampleAddresses,
  exampleDocumentToShow,
  examplePictures,
  examplePublished,
  exampleSettings,
} from './example-site.ts';

export interface ThemeFinding extends TemplatePlace {
  readonly message: string;
}

type View = Readonly<Record<string, unknown>>;

const exampleCall = {
  args: ['example', 'example', 'example'],
  inner: '<p>Example</p>',
  text: 'Example',
  path: 'posts/three.md',
  lang: 'en',
  embeds: [],
  forms: formViews(
    { settings: exampleSettings, isLive: true },
    { path: 'posts/three.md', texts: interfaceTexts('en') },
  ),
};

/** Variables of each layout that the theme has, from pages of the example site. */
export async function exampleViews(theme: Theme): Promise<ReadonlyMap<string, View>> {
  const views = new Map<string, View>();
  const recording = new Proxy(theme, {
    get: (target, name) => {
      if (name === 'render')
        return (layout: string, view: View): string => {
          if (!views.has(layout)) views.set(layout, view);
          return '';
        };
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const site = new PublicSite({
    settings: () => exampleSettings,
    published: examplePublished,
    bodies: new RenderedBodies({
      pictures: examplePictures,
      texts: () => theme.texts,
      shortcodes: () => theme.shortcodes,
    }),
    theme: () => recording,
    logger: silentLogger,
    version: '1.0.0',
  });
  const read = (address: string, method = 'GET') => {
    const { pathname: path, searchParams: query } = new URL(address, exampleSettings.url);
    return site.respond({ method, path, query, headers: {} });
  };
  for (const address of exampleAddresses) await read(address);
  await read('/', 'POST');
  // Layouts that documents choose.
  for (const layout of theme.documentLayouts)
    if (!views.has(layout)) await site.preview({ ...exampleDocumentToShow, layout });
  return views;
}

/**
 * Renders every layout and shortcode with the example site, and reports all unknown variables and errors. Loops and conditions run
 * as for the example.
 */
export async function checkTheme(theme: Theme): Promise<readonly ThemeFinding[]> {
  const { templates, origins, data, hasSite } = theme.parts;
  const engine = createEngine(templates, 'escape', {
    strictVariables: true,
    lenientIf: true,
    catchAllErrors: true,
  });
  engine.registerFilter('asset', (path: unknown) => {
    const address = theme.addressOfAsset(String(path));
    if (address === undefined) throw new Error(`The theme has no assets/${String(path)}`);
    return address;
  });
  const globals = { theme: theme.values, data: hasSite ? data.values : new Anything() };
  const found = new Map<string, ThemeFinding>();
  const views = await exampleViews(theme);
  const roots = [...views.values()].flatMap((view) => Object.keys(view));
  const absent = Object.fromEntries(roots.map((name) => [name, null]));
  const files = [...views].map(([layout, own]): [string, View] => [
    `layouts/${layout}.liquid`,
    { ...absent, ...own },
  ]);
  const call = { ...exampleCall, params: new Anything(), t: theme.texts.for('en') };
  for (const name of theme.shortcodes.names) files.push([`shortcodes/${name}.html`, call]);
  for (const [template, view] of files) {
    const text = templates.get(template)!;
    for (const error of errorsOf(engine, { template, text, view, globals })) {
      const place = locateError(error, sourceOf(error, templates) ?? template);
      const file = origins.get(place.file) ?? place.file;
      const message = messageOf(error);
      found.set(JSON.stringify([file, place.line, message]), { ...place, file, message });
    }
  }
  return [...found.values()].toSorted(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
}

interface Rendering {
  readonly template: string;
  readonly text: string;
  readonly view: View;
  readonly globals: object;
}

function errorsOf(
  engine: Liquid,
  { template, text, view, globals }: Rendering,
): readonly unknown[] {
  try {
    engine.renderSync(engine.parse(text, template), withFreeKeys(view), { globals });
    return [];
  } catch (error) {
    return flatten(error);
  }
}

/** Variables know the text that they are in, but not its file. */
function sourceOf(error: unknown, templates: ReadonlyMap<string, string>): string | undefined {
  const { token } = error as { readonly token?: { readonly input?: string } };
  return [...templates].find(([, text]) => text === token?.input)?.[0];
}

function flatten(error: unknown): readonly unknown[] {
  const { errors, originalError } = error as {
    readonly errors?: readonly unknown[];
    readonly originalError?: unknown;
  };
  if (errors) return errors.flatMap(flatten);
  const inner = (originalError as { errors?: readonly unknown[] } | undefined)?.errors;
  return inner ? inner.flatMap(flatten) : [error];
}

function messageOf(error: unknown): string {
  const message = extractMessage(error);
  const unknown = /^undefined variable: (.+)$/.exec(message)?.[1];
  return unknown === undefined ? message : `the variable ${unknown} does not exist`;
}

/** Has every key, without a value. */
class Anything extends Drop {
  override liquidMethodMissing(): null {
    return null;
  }
}

const freeKeys = ['params', 'fields'];

/** Sites choose the keys of `params` and `fields`. */
function withFreeKeys(value: unknown): object {
  const copy = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(copy);
    if (part === null || typeof part !== 'object' || part.constructor !== Object) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, inner]) => [
        key,
        freeKeys.includes(key) ? new Anything() : copy(inner),
      ]),
    );
  };
  return copy(value) as object;
}
