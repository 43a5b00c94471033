import { Parser } from 'htmlparser2';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const element: XmlElement = { name, attributes, children: [], text: '' };
        open.at(-1)!.children.push(element);
        open.push(element);
      },
      ontext: (text) => {
        open.at(-1)!.text += text;
      },
      onclosetag: (_name, implied) => {
        const { name, children: inner, text } = open.pop()!;
        // Self-closing elements count as implied.
        if (implied && (inner.length > 0 || text !== '')) throw new Error(`${name} is not closed`);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return root.children[0]!;
}

export function findChild(element: XmlElement, name: string): XmlElement {
  const found = element.children.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${element.name} has no ${name}`);
  return found;
}

export function children(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((one) => one.name === name);
}
