export const svgNamespace = 'http://www.w3.org/2000/svg';

/** Elements that draw or style; none runs, loads or embeds content. */
const elements = new Set(
  `a altGlyph altGlyphDef altGlyphItem animate animateColor animateMotion animateTransform circle clipPath color-profile
  cursor defs desc discard ellipse feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
  feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur
  feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
  filter flowDiv flowLine flowPara flowRegion flowRegionExclude flowRoot flowSpan font font-face font-face-format
  font-face-name font-face-src g glyph glyphRef hatch hatchpath hkern image line linearGradient marker mask mesh
  meshgradient meshpatch meshrow metadata missing-glyph mpath page path pattern polygon polyline radialGradient rect
  set solidcolor solidColor stop style svg switch symbol text textArea textPath title tref tspan use view vkern`.split(
    /\s+/,
  ),
);

/** Web namespaces without effect in a drawing. */
const inertNamespaces = new Set([
  'http://www.w3.org/1999/xlink',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  'http://www.w3.org/2000/01/rdf-schema#',
]);
const webLanguage =
  /^\s*(https?:\/\/www\.w3\.org\/|https?:\/\/www\.mozilla\.org\/|urn:schemas-microsoft)/i;

/** `undefined` when allowed. */
export function elementFault(namespace: string, name: string): string | undefined {
  if (namespace === svgNamespace) {
    return elements.has(name) ? undefined : `an element <${name}>, which no drawing needs`;
  }
  if (namespace === '') return `an element <${name}> outside of the namespace ${svgNamespace}`;
  // Browsers ignore private data of drawing programs.
  const isInert = inertNamespaces.has(namespace) || !webLanguage.test(namespace);
  return isInert ? undefined : `an element <${name}> of another language of the web (${namespace})`;
}

/** `prefix` precedes the colon of the name; `value` is decoded. */
export interface DrawingAttribute {
  readonly prefix: string;
  readonly name: string;
  readonly value: string;
  /** On an `<a>`, whose address is followed only on a click. */
  readonly isLink: boolean;
}

const pictureData = /^\s*data:image\/(png|jpe?g|gif|webp|avif)[;,]/i;
const addresses = new Set(['href', 'src']);

export function attributeFault({
  prefix,
  name,
  value,
  isLink,
}: DrawingAttribute): string | undefined {
  if (prefix === '' && /^on/i.test(name)) return `a script in "${name}"`;
  if (prefix === 'xml' && name === 'base') return 'an xml:base, which leads its links elsewhere';
  if (isLink && name === 'href' && isPage(value)) return undefined;
  if (addresses.has(name.toLowerCase())) return addressFault(name, value);
  if (name === 'attributeName' && /^\s*(.*:)?(href|src|on.*|style)\s*$/is.test(value)) {
    return `an animation of "${value.trim()}"`;
  }
  return styleFault(value);
}

/** http, https, mailto or relative. */
function isPage(address: string): boolean {
  const url = URL.parse(address, 'https://site/');
  return url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol);
}

function addressFault(name: string, value: string): string | undefined {
  if (value.trim() === '' || /^\s*#/.test(value) || pictureData.test(value)) return undefined;
  return `a link to ${quoteShortened(value)} in "${name}"`;
}

const styleData = /^data:(image\/(png|jpe?g|gif|webp|avif)|font\/|application\/(x-)?font)/i;

export function styleFault(css: string): string | undefined {
  if (!/[(@\\]/.test(css)) return undefined;
  const plain = decodeEscapes(css);
  const loading =
    /@import|image-set\s*\(|\bsrc\s*\(|expression\s*\(|-moz-binding|behaviou?r\s*:/i.exec(plain);
  if (loading !== null) return `a style with "${loading[0]}"`;
  for (const [, address = ''] of plain.matchAll(/\burl\s*\(\s*["']?\s*([^"')]*)/gi)) {
    if (address.trim() !== '' && !address.startsWith('#') && !styleData.test(address)) {
      return `a style that loads ${quoteShortened(address)}`;
    }
  }
  return undefined;
}

/** Browsers read `\75rl(` as `url(`. */
function decodeEscapes(css: string): string {
  return css.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gis, (_all, code?: string, plain?: string) => {
    const point = code === undefined ? 0 : Number.parseInt(code, 16);
    return code === undefined || point > 0x10ffff ? (plain ?? '') : String.fromCodePoint(point);
  });
}

const quoteShortened = (address: string) =>
  JSON.stringify(address.trim().length > 60 ? `${address.trim().slice(0, 60)}…` : address.trim());
