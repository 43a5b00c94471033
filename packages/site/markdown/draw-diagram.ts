import { sha256 } from '@galley/kernel';
import { renderMermaidSVG } from 'beautiful-mermaid';
import sanitizeHtml from 'sanitize-html';

const elements =
  'svg defs marker g path polygon polyline line rect circle ellipse text tspan'.split(' ');

const attributes = (
  'id xmlns viewBox width height role aria-label x y x1 y1 x2 y2 cx cy r rx ry dx dy d points transform orient refX refY ' +
  'markerWidth markerHeight marker-start marker-end fill stroke stroke-width stroke-dasharray stroke-linecap ' +
  'stroke-linejoin text-anchor dominant-baseline font-size font-weight font-style opacity'
).split(' ');

const supported = /^(?:graph|flowchart|stateDiagram|sequenceDiagram|classDiagram|erDiagram)\b/;

/** A title for screen readers, and interactions, which the library would draw as nodes. */
const title = /^[ \t]*accTitle[ \t]*:[ \t]*(\S[^\n]*)$/m;
const notDrawn = /^[ \t]*(?:accTitle|accDescr)[ \t]*:[^\n]*$|^[ \t]*click[ \t][^\n]*$/gm;

/** SVG, safe to embed, whose colours are variables of the style sheet. Throws for mistakes and unsupported types. */
export function drawDiagram(source: string): string {
  const text = source.replace(/^%%[^\n]*$/gm, '').trim();
  if (!supported.test(text)) throw new Error('This type of diagram is not supported.');
  const isChart = /^(?:graph|flowchart)/.test(text);
  const made = renderMermaidSVG(isChart ? text.replace(notDrawn, '') : text, { padding: 8 });
  const label = isChart ? title.exec(text)?.[1] : undefined;
  const prefix = `_d${sha256(source).slice(0, 8)}-`;
  return sanitizeHtml(made, {
    allowedTags: elements,
    allowedAttributes: { '*': attributes },
    nonTextTags: ['style', 'script', 'title'],
    parser: { lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: {
      '*': (tagName, attribs) => ({
        tagName,
        attribs: {
          ...safeAttributes(tagName, attribs, prefix),
          ...(tagName === 'svg' && label !== undefined && { role: 'group', 'aria-label': label }),
        },
      }),
    },
  });
}

function safeAttributes(
  tag: string,
  given: Readonly<Record<string, string>>,
  prefix: string,
): Record<string, string> {
  const safe: Record<string, string> = { ...given };
  for (const name of ['fill', 'stroke'] as const)
    if (name in safe && !/^(?:none|var\(--(?:_[a-z-]+|bg|fg)\))$/.test(safe[name]!))
      safe[name] = ownColour(tag, name);
  for (const name of ['marker-start', 'marker-end'])
    if (name in safe) safe[name] = safe[name]!.replace(/^.*?#([\w-]*).*$/s, `url(#${prefix}$1)`);
  if ('id' in safe) safe.id = prefix + safe.id;
  return safe;
}

/** Colours of writers would be unreadable in dark mode or in light mode. */
function ownColour(tag: string, name: 'fill' | 'stroke'): string {
  if (tag === 'text' || tag === 'tspan') return name === 'fill' ? 'var(--_text)' : 'none';
  if (tag === 'polyline') return name === 'fill' ? 'none' : 'var(--_line)';
  return name === 'fill' ? 'var(--_node-fill)' : 'var(--_node-stroke)';
}
