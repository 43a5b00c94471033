import { loadBuiltInTheme } from '../load-theme.ts';
import { createEngine } from '../liquid-engine.ts';
import { exampleViews } from './check-theme.ts';
import { objectTexts, type DocumentedObject } from './object-texts.ts';

/** Page of the reference. Throws when a variable and its description do not match. */
export async function renderObjectReference(): Promise<string> {
  const views = await exampleViews(await loadBuiltInTheme('default'));
  const layouts = [...views].map(([layout, view]) => row(code(layout), listed(Object.keys(view))));
  return [
    '# Objects of templates',
    'Written by `npm run docs:reference` from the pages of an example site, with which `galley theme check` renders templates, too. [Themes](../guides/themes.md) explains templates.',
    '## Layouts',
    'Partials see only their arguments, `theme` and `data`. `theme` has the values of the settings of the theme, `data` those of the [data files](../guides/themes.md#data-files), and `t` the [texts](../guides/themes.md#texts) of the page’s language. Other layouts than these have the variables of `page`.',
    table(['Layout', 'Variables'], layouts),
    ...objectTexts.map((object) => section(object, views)),
    '## Filters',
    `\`{{ 'theme.css' | asset }}\` is the address of a file of \`assets/\`, with a hash of its content. \`{{ document.html | raw }}\` is not escaped. All others are those of [Liquid](https://liquidjs.com/filters/overview.html): ${filterNames()}.`,
    '## Shortcodes',
    'The variables of shortcodes are listed [in the guide](../guides/themes.md#shortcodes).',
  ].join('\n\n');
}

type Views = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

function section({ title, layout, path, text, properties }: DocumentedObject, views: Views) {
  const object = valueAt(views.get(layout), path);
  const names = Object.keys(object);
  const texts = new Map(Object.entries(properties));
  const undescribed = names.filter((name) => !texts.has(name));
  const unknown = [...texts.keys()].filter((name) => !names.includes(name));
  if (undescribed.length + unknown.length > 0) {
    throw new Error(
      `packages/site/theme/check/object-texts.ts, ${title}: describe ${undescribed.join(', ') || '-'}; remove ${unknown.join(', ') || '-'}.`,
    );
  }
  const rows = names.map((name) =>
    row(code(name), typeOf(object[name]), exampleOf(object[name]), texts.get(name)!),
  );
  const place = `In ${code(`layouts/${layout}.liquid`)}: ${code(path)}.`;
  return [
    `## ${title}`,
    `${text} ${place}`.trim(),
    table(['Property', 'Type', 'Example', 'Meaning'], rows),
  ].join('\n\n');
}

function valueAt(view: unknown, path: string): Readonly<Record<string, unknown>> {
  const parts = path.split(/[.[\]]+/).filter((part) => part !== '');
  const found = parts.reduce<unknown>(
    (value, part) => (value as Record<string, unknown> | undefined)?.[part],
    view,
  );
  if (typeof found === 'object' && found !== null) return found as Record<string, unknown>;
  throw new Error(`The example site has no ${path}.`);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'object') return 'object';
  return typeof value === 'string' ? 'text' : typeof value;
}

const maxExample = 60;

function exampleOf(value: unknown): string {
  const text = JSON.stringify(value);
  const isWhole = value !== null && (typeof value !== 'object' || text.length <= maxExample);
  if (!isWhole) return '';
  const short = text.length > maxExample ? `${text.slice(0, maxExample)}…` : text;
  return code(short.replaceAll('|', '\\|').replaceAll('`', "'"));
}

function filterNames(): string {
  return listed(Object.keys(createEngine(new Map()).filters).toSorted());
}

function listed(names: readonly string[]): string {
  return names.map(code).join(', ');
}

function code(text: string): string {
  return `\`${text}\``;
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function table(head: readonly string[], rows: readonly string[]): string {
  return [row(...head), row(...head.map(() => '---')), ...rows].join('\n');
}
