import { statusOfKind } from '@galley/http';
import { fieldErrorParts, fieldErrorTemplates, type ProblemDefinition } from '@galley/kernel';

export interface OwnedProblem extends ProblemDefinition {
  readonly owner: string;
}

export function problemsOf(owner: string, module: Record<string, unknown>): OwnedProblem[] {
  return Object.values(module)
    .filter(isTable)
    .flatMap((table) => Object.values(table))
    .filter(hasDefinition)
    .map(({ definition }) => ({ ...definition, owner }));
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function hasDefinition(value: unknown): value is { definition: ProblemDefinition } {
  return typeof value === 'function' && 'definition' in value;
}

/** Codes that two packages define with different kinds or titles: callers branch on the code alone. */
export function conflictingProblems(problems: readonly OwnedProblem[]): string[] {
  return [...Map.groupBy(problems, (problem) => problem.code)]
    .filter(([, same]) => new Set(same.map(({ kind, title }) => `${kind} ${title}`)).size > 1)
    .map(
      ([code, same]) =>
        `The problem "${code}" differs: ${same.map(({ owner, kind, title }) => `${owner} has ${kind}, "${title}"`).join('; ')}.`,
    );
}

export function renderProblems(problems: readonly OwnedProblem[]): string {
  const rows = [...Map.groupBy(problems, (problem) => problem.code)]
    .map(([code, same]) => ({
      code,
      statuses: [same[0]!.kind, ...(same[0]!.otherKinds ?? [])].map((kind) => statusOfKind[kind]),
      title: same[0]!.title,
      owners: [...new Set(same.map(({ owner }) => owner))].sort(),
    }))
    .toSorted((a, b) => a.statuses[0]! - b.statuses[0]! || (a.code < b.code ? -1 : 1))
    .map(
      ({ statuses, code, title, owners }) =>
        `| ${statuses.join(', ')} | \`${code}\` | ${title} | ${owners.join(', ')} |`,
    );
  return `# Problems

Every error response is \`application/problem+json\` (RFC 9457). \`code\` is stable, so programs should branch on it; \`title\` describes the code, and \`detail\` the specific error. \`npm run docs:reference\` generates this page from the \`problems.ts\` files of the packages.

| Status | Code | Title | Package |
|---|---|---|---|
${rows.join('\n')}
`;
}

export function renderFieldErrors(): string {
  const rowsOf = (texts: Readonly<Record<string, string>>): string =>
    Object.entries(texts)
      .map(([name, text]) => `| \`${name}\` | \`${text}\` |`)
      .join('\n');
  return `# Field errors

Problems about input have \`errors\`: a list of \`{path, code, params, message}\`. \`path\` names the field, such as \`frontmatter.date\`. \`code\` and the names in \`params\` are stable, so clients translate by them. \`message\` is the English text below with the values of \`params\`, which are texts, numbers, or lists of them. \`npm run docs:reference\` generates this page from \`packages/kernel/field-errors.ts\`.

| Code | Text |
|---|---|
${rowsOf(fieldErrorTemplates)}

\`custom\` is for messages without a code, such as those of plugins and recipes.

## Common parameters

Every code can have the following parameters. Their texts come before the text of the code (the first of \`place\`, \`column\` and \`line\` that is there) or after it (the others, in this order).

| Parameter | Text |
|---|---|
${rowsOf(fieldErrorParts)}
`;
}
