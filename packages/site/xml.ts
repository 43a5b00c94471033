export type Xml = string & { readonly __xml: true };

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Not allowed in XML 1.0, even as references. */
const invalidCharacters = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const plainText = /^[\t\n\r !#-%'-;=?-~]*$/;

function escapeXml(text: string): string {
  if (plainText.test(text)) return text;
  return text
    .replace(invalidCharacters, '')
    .replace(/[&<>"]/g, (character) => references[character]!);
}

export function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  content: string | readonly Xml[] = [],
): Xml {
  const inner = typeof content === 'string' ? escapeXml(content) : content.join('');
  let open = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) open += ` ${key}="${escapeXml(value)}"`;
  return (inner === '' ? `${open}/>\n` : `${open}>${inner}</${name}>\n`) as Xml;
}
