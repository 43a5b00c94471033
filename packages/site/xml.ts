/** XML that was put together by `element`, and so is well-formed. */
export type Xml = string & { readonly __xml: true };

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>\n';

/** Characters that XML 1.0 has no place for, not even as references, and halves of surrogate pairs. */
const unfit = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** What most texts are made of, and nothing that has to be written in another way. */
const plain = /^[\t\n\r !#-%'-;=?-~]*$/;

function escapeXml(text: string): string {
  if (plain.test(text)) return text;
  return text.replace(unfit, '').replace(/[&<>"]/g, (character) => references[character]!);
}

/** An element with text, which is escaped, or with elements. */
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
