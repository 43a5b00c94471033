import { join, relative } from 'node:path';
import ts from 'typescript';

/** Resolves uses by type, so same names in other tables do not count; `words[name]` uses every value of `name`. */
export function findUnusedTexts(folder: string): string[] {
  const program = loadProgram(folder);
  // First: creating the checker sets the parents of nodes.
  const checker = program.getTypeChecker();
  const nodes = program
    .getSourceFiles()
    .filter(({ fileName }) => !fileName.includes('/node_modules/'))
    .flatMap(listNodes);
  const words = new Set<ts.Node>(nodes.flatMap(listDefinedTexts));
  const said = createUseFinder(checker, namesOf(words));
  for (const node of nodes) {
    for (const { declarations = [] } of said(node))
      declarations.forEach((one) => words.delete(one));
  }
  return [...words].map((word) => `${placeOf(word, folder)}: ${nameOf(word)} is unused`);
}

function loadProgram(folder: string): ts.Program {
  const file = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile.bind(ts.sys));
  const { fileNames, options } = ts.parseJsonConfigFileContent(file.config, ts.sys, folder);
  return ts.createProgram(fileNames, options);
}

function listNodes(node: ts.Node): ts.Node[] {
  const within: ts.Node[] = [];
  const visit = (one: ts.Node) => {
    within.push(one);
    ts.forEachChild(one, visit);
  };
  ts.forEachChild(node, visit);
  return within;
}

/** The English texts; other languages have the same names (see `catalogues.ts`). */
export function listDefinedTexts(node: ts.Node): readonly ts.ObjectLiteralElementLike[] {
  if (!ts.isCallExpression(node) || node.expression.getText() !== 'defineMessages') return [];
  return propertiesOf(node.arguments[1]);
}

function propertiesOf(node: ts.Node | undefined): readonly ts.ObjectLiteralElementLike[] {
  return node && ts.isObjectLiteralExpression(node) ? node.properties : [];
}

function createUseFinder(checker: ts.TypeChecker, names: ReadonlySet<string>) {
  const allOf = (table: ts.Node) => checker.getTypeAtLocation(table).getProperties();
  const byKey = ({ expression, argumentExpression }: ts.ElementAccessExpression) => {
    const key = checker.getTypeAtLocation(argumentExpression);
    const keys = partsOf(checker.getBaseConstraintOfType(key) ?? key);
    const all = allOf(expression);
    if (!keys.every((one) => one.isStringLiteral())) return all;
    return all.filter(({ name }) => keys.some(({ value }) => value === name));
  };
  const isAskedForAny = (table: ts.Expression) =>
    partsOf(checker.getContextualType(table)).some((type) => type.getStringIndexType());
  return (node: ts.Node): readonly ts.Symbol[] => {
    if (ts.isElementAccessExpression(node)) return byKey(node);
    if (ts.isPropertyAccessExpression(node) && names.has(node.name.text))
      return [checker.getSymbolAtLocation(node.name)].filter((one) => one !== undefined);
    if (ts.isBindingElement(node))
      return allOf(node.parent).filter(
        ({ name }) => name === textOf(node.propertyName ?? node.name),
      );
    if (isReadByName(node)) return allOf(node).flatMap((one) => textsOf(checker, one));
    return isPassedOn(node) && isAskedForAny(node) ? allOf(node) : [];
  };
}

function partsOf(type: ts.Type | undefined): readonly ts.Type[] {
  if (!type) return [];
  return type.isUnion() ? type.types : [type];
}

/** An argument, or assigned to a typed variable, which may be a record that reads any text by name. */
function isPassedOn(node: ts.Node): node is ts.Expression {
  const { parent } = node;
  if (ts.isCallExpression(parent)) return parent.arguments.some((one) => one === node);
  return (
    ts.isVariableDeclaration(parent) && parent.type !== undefined && parent.initializer === node
  );
}

/** The first argument of `knownText`. */
function isReadByName({ parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && parent.expression.getText() === 'knownText';
}

function textsOf(checker: ts.TypeChecker, member: ts.Symbol): readonly ts.Symbol[] {
  return member.name === 'english' ? checker.getTypeOfSymbol(member).getProperties() : [];
}

function namesOf(words: ReadonlySet<ts.Node>): ReadonlySet<string> {
  return new Set([...words].map(nameOf));
}

function nameOf(node: ts.Node): string {
  const { name } = node as ts.ObjectLiteralElementLike;
  return name ? textOf(name) : '';
}

function textOf(name: ts.Node): string {
  return ts.isStringLiteral(name) ? name.text : name.getText();
}

function placeOf(node: ts.Node, folder: string): string {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart());
  return `${relative(folder, source.fileName)}:${line + 1}`;
}
