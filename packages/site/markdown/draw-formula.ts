import sanitizeHtml from 'sanitize-html';
import temml from 'temml';

const elements =
  'math semantics annotation mrow mi mn mo mtext mspace ms mfrac msqrt mroot msub msup msubsup munder mover munderover ' +
  'mmultiscripts mprescripts none mtable mtr mtd mpadded mphantom mstyle menclose';

const attributes =
  'class display displaystyle scriptlevel mathvariant encoding fence form stretchy symmetric separator lspace rspace ' +
  'movablelimits accent accentunder largeop minsize maxsize width height depth voffset linethickness mathcolor ' +
  'mathbackground mathsize columnspan rowspan columnalign rowalign notation dir intent arg';

/** Pages allow no inline styles, so style sheets have classes for those that Temml writes. */
const styleClasses: readonly (readonly [RegExp, string])[] = [
  [/^padding-left: ?0(?:em|pt)?$/, 'm-start'],
  [/^padding-right: ?0(?:em|pt)?$/, 'm-end'],
  [/^padding-left: ?1em$/, 'm-apart'],
  [/^padding: ?0$/, 'm-flat'],
  [/^padding: ?3pt$/, 'm-box'],
  [/^width: ?100%$/, 'm-wide'],
  [/^width: ?50%$/, 'm-half'],
  [/^font-weight: ?bold$/, 'm-bold'],
  [/^text-align: ?left$/, 'tml-left'],
  [/^transform: ?scaleX\(-1\)$/, 'm-mirrored'],
];

/** MathML, safe to embed. Throws for mistakes and for commands that are not LaTeX of formulas. */
export function drawFormula(text: string, isDisplay: boolean): string {
  const made = temml.renderToString(text, {
    displayMode: isDisplay,
    annotate: true,
    throwOnError: true,
    trust: false,
    maxExpand: 1_000,
    // In em and points.
    maxSize: [20, 240],
  });
  return sanitizeHtml(made, {
    allowedTags: elements.split(' '),
    allowedAttributes: { '*': attributes.split(' ') },
    transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withoutStyle(attribs) }) },
  });
}

function withoutStyle({
  style = '',
  class: given = '',
  ...others
}: Readonly<Record<string, string>>): Record<string, string> {
  const parts = style.split(';').map((part) => part.trim());
  const color = parts.map((part) => /^color: ?(#[\da-f]{3,8}|[a-z]+)$/i.exec(part)?.[1]);
  const names = [...given.split(' '), ...parts.flatMap(classOf)].filter((name) => name !== '');
  const mathcolor = color.find((one) => one !== undefined);
  return {
    ...others,
    ...(names.length > 0 && { class: [...new Set(names)].join(' ') }),
    ...(mathcolor !== undefined && { mathcolor }),
  };
}

function classOf(part: string): readonly string[] {
  const side = /^border-(top|bottom|left|right): ?0.\d+em (solid|dashed|double) ?$/.exec(part);
  if (side) return [`m-${side[1]}`, ...(side[2] === 'solid' ? [] : [`m-${side[2]}`])];
  const found = styleClasses.find(([pattern]) => pattern.test(part));
  return found ? [found[1]] : [];
}
