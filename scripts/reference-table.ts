export interface ReferenceSection {
  readonly title: string;
  readonly text: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function renderSection({ title, text, head, rows }: ReferenceSection): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const table = [head, head.map(() => '---'), ...rows].map(line).join('\n');
  return `${[`### ${title}`, text, table].filter(Boolean).join('\n\n')}\n`;
}

export function code(name: string): string {
  return `\`${name}\``;
}
