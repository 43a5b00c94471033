import ts from 'typescript';

const id = String.raw`(?:CMS|RC|GAP|ADD)(?:-[A-Z]+)+-\d+`;

export interface Place {
  readonly id: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface Rule extends Place {
  /** `file:line` of each test that names the rule. */
  readonly tests: readonly string[];
}

export interface RuleReport {
  readonly rules: readonly Rule[];
  readonly findings: readonly string[];
}

/** Bold ids such as `**CMS-ED-3**` define a rule; plain ones refer to it. */
export function ruleDefinitions(file: string, markdown: string): Place[] {
  const bold = new RegExp(String.raw`\*\*(${id})\*\*`, 'g');
  return markdown
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(bold)].map((match) => ({ id: match[1]!, file, line: index + 1 })),
    );
}

/** Ids in names of `test`, `it` and `describe`, and in rows of `test.each(…)`, from which names are made. */
export function idsInTestNames(file: string, source: string): Place[] {
  if (!new RegExp(id).test(source)) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const places: Place[] = [];

  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      for (const [found] of node.text.matchAll(new RegExp(String.raw`\b${id}\b`, 'g'))) {
        places.push({ id: found, file, line });
      }
    }
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTestFunction(node.expression)) {
      const named = isEach(node.expression) ? node.arguments : node.arguments.slice(0, 1);
      named.forEach(collect);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return places;
}

function isTestFunction(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) {
    return isTestFunction(node.expression);
  }
  return ts.isIdentifier(node) && ['test', 'it', 'describe'].includes(node.text);
}

function isEach(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && ['each', 'for'].includes(node.name.text);
}

export function ruleReport(definitions: readonly Place[], uses: readonly Place[]): RuleReport {
  const byId = Map.groupBy(definitions, (place) => place.id);
  const usesById = Map.groupBy(uses, (place) => place.id);
  const at = ({ file, line }: Place): string => `${file}:${line}`;

  const twice = [...byId.values()]
    .filter((places) => places.length > 1)
    .map((places) => `${places[0]!.id} is defined twice: ${places.map(at).join(', ')}.`);
  const unknown = uses
    .filter((use) => !byId.has(use.id))
    .map((use) => `${at(use)} names ${use.id}, which is not defined in docs/spec.`);

  return {
    rules: [...byId].map(([ruleId, [first]]) => ({
      ...first!,
      tests: (usesById.get(ruleId) ?? []).map(at),
    })),
    findings: [...twice, ...unknown],
  };
}
