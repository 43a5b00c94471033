import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const languages = ['en', 'en', 'es'] as const;
const types = ['posts', 'posts', 'posts', 'pages'] as const;
const tags = ['Paper', 'Ink', 'Letterpress', 'Wood type', 'Bindery', 'Proofs', 'Rags', 'Sorts'];
const categories = ['Workshop', 'History', 'People', 'Trade'];
const words =
  'the press stands where light falls from both sides and a sheet that is laid against its grain will not lie flat however long it is left under boards so the oldest hands test every ream with a damp thumb before they cut it which takes an afternoon and saves a week of work that nobody would have paid for'.split(
    ' ',
  );

/** Reproducible numbers (Park and Miller's minimal standard). */
export function numbers(): (below: number) => number {
  let state = 20_261;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

export async function makeDocuments(
  folder: string,
  { count, bytes }: { count: number; bytes: number },
): Promise<void> {
  const below = numbers();
  await mkdir(join(folder, 'config'), { recursive: true });
  await writeFile(
    join(folder, 'config/site.yaml'),
    'title: Bench\nlanguage: en\nlanguages:\n  en: {}\n  es: {}\n',
  );
  // As in an older project: the times of young files are not trusted.
  const lastYear = new Date(Date.now() - 365 * 86_400_000);
  for (let index = 0; index < count; index += 1) {
    const type = types[below(types.length)]!;
    const language = languages[below(languages.length)]!;
    const place = join(
      folder,
      type,
      ...(language === 'en' ? [] : [language]),
      `part-${index % 40}`,
    );
    await mkdir(place, { recursive: true });
    const file = join(place, `document-${index}.md`);
    await writeFile(file, document(index, bytes, below));
    await utimes(file, lastYear, lastYear);
  }
}

function document(index: number, bytes: number, below: (limit: number) => number): string {
  const day = new Date(Date.UTC(2020, 0, 1 + below(2_000))).toISOString().slice(0, 10);
  const frontmatter = [
    `title: "${sentence(4, below)} (${index})"`,
    `date: ${day}`,
    'author: ines',
    `summary: ${sentence(14, below)}.`,
    `categories: [${categories[below(categories.length)]}]`,
    `tags: [${tags[below(tags.length)]}, ${tags[below(tags.length)]}]`,
    ...(below(10) === 0 ? ['workflow: draft'] : []),
  ];
  const head = `---\n${frontmatter.join('\n')}\n---\n`;
  return head + makeBody(bytes - head.length, below);
}

/** Markdown of at least this many characters. */
export function makeBody(bytes: number, below: (limit: number) => number): string {
  let text = '';
  while (text.length < bytes) text += `\n${block(below)}\n`;
  return text;
}

function block(below: (limit: number) => number): string {
  switch (below(6)) {
    case 0:
      return `## ${sentence(5, below)}`;
    case 1:
      return [1, 2, 3, 4].map(() => `- ${sentence(9, below)}`).join('\n');
    case 2:
      return `> ${sentence(20, below)}, *${sentence(3, below)}*.`;
    default:
      return `${sentence(40, below)}, as [${sentence(3, below)}](/posts/) has it; **${sentence(4, below)}** and ${sentence(40, below)}.`;
  }
}

function sentence(length: number, below: (limit: number) => number): string {
  const text = Array.from({ length }, () => words[below(words.length)]).join(' ');
  return text[0]!.toUpperCase() + text.slice(1);
}
