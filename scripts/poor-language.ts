import ts from 'typescript';

/** Comments must name their subject first. */
const opening = /^(?:What|Who|Whoever|Whom|Whose|Of|Nothing|Nobody|There (?:is|are)|One)\b/;

const homelyWord = /\b(?:anew|whoever|whomever|somebody|nobody|told|mended|thereof|wherefrom)\b/i;

/** Words without meaning inside an identifier. */
const emptyWord = /^(?:wish|wished|kept|told|shown|desk|door|calm|settle|settled|bring|whose|who)$/;

const emptyNames = new Set(['of', 'from', 'one', 'other', 'thing', 'done', 'known']);

export function findPoorComments(path: string, text: string): string[] {
  const file = parse(path, text);
  return commentsIn(file).flatMap(({ pos, words }) => {
    const [match] = opening.exec(words) ?? [];
    return match === undefined
      ? []
      : [`${location(file, pos)}: a comment opens with "${match}"; name the thing first.`];
  });
}

export function findPoorMessages(path: string, text: string): string[] {
  return findInNodes(path, text, (node) => {
    const [word] = homelyWord.exec(stringOf(node)) ?? [];
    return word && `"${word}" in a string; use the word of the field.`;
  });
}

export function findPoorNames(path: string, text: string): string[] {
  const fileWords = path.replace(/^.*\/|\..*$/g, '').split('-');
  return [
    ...(fileWords.some((word) => emptyWord.test(word) || word === 'words')
      ? [`${path}:1: the name of the file says nothing about its content.`]
      : []),
    ...findInNodes(path, text, (node) => {
      const name = declaredName(node);
      return name && isEmptyName(name) && `${name} says nothing about what it names.`;
    }),
  ];
}

function findInNodes(
  path: string,
  text: string,
  reasonFor: (node: ts.Node) => string | false | undefined,
): string[] {
  const file = parse(path, text);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const reason = reasonFor(node);
    if (reason) found.push(`${location(file, node.getStart())}: ${reason}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

function location(file: ts.SourceFile, position: number): string {
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(position).line + 1}`;
}

interface Comment {
  readonly pos: number;
  readonly words: string;
}

/** Reads comments between tokens; consecutive line comments are merged. */
function commentsIn(file: ts.SourceFile): Comment[] {
  const { text } = file;
  const ranges = new Map<number, ts.CommentRange>();
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) return;
    const before = ts.getLeadingCommentRanges(text, node.pos) ?? [];
    const after = ts.getTrailingCommentRanges(text, node.end) ?? [];
    for (const range of [...before, ...after]) ranges.set(range.pos, range);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  const comments: Comment[] = [];
  let lastEnd = -1;
  for (const { pos, end, kind } of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia;
    const continues = isLine && /^\r?\n[ \t]*$/.test(text.slice(lastEnd, pos));
    if (isLine) lastEnd = end;
    if (!continues)
      comments.push({ pos, words: text.slice(pos, end).replace(/^\/[/*]+[\s*]*/, '') });
  }
  return comments;
}

function stringOf(node: ts.Node): string {
  if (ts.isImportDeclaration(node.parent ?? node) || ts.isExportDeclaration(node.parent ?? node))
    return '';
  const isText =
    ts.isStringLiteralLike(node) ||
    ts.isJsxText(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node);
  // Single words are keys or codes; sentences have spaces.
  return isText && /\s/.test(node.text.trim()) ? node.text : '';
}

function declaredName(node: ts.Node): string | undefined {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node);
  return isNamed ? node.name?.getText().replace(/^#/, '') : undefined;
}

function isEmptyName(name: string): boolean {
  const words = name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase());
  return emptyNames.has(name) || words.some((word) => emptyWord.test(word));
}
