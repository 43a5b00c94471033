import { escapeUTF8 } from 'entities';

export { escapeUTF8 as escapeHtml } from 'entities';

/** `attributes` without a value are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, unknown>>,
  inner = '',
): string {
  const given = Object.entries(attributes)
    .filter(([, value]) => typeof value === 'string' && value !== '')
    .map(([key, value]) => ` ${key}="${escapeUTF8(value as string)}"`)
    .join('');
  return voidElements.has(name) ? `<${name}${given}>` : `<${name}${given}>${inner}</${name}>`;
}

const voidElements = new Set(['img', 'hr', 'br']);
