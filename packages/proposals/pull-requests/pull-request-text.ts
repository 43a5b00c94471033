import { redactSecrets } from '@galley/kernel';
import type { PullRequestSubject } from './pull-request-subject-read-model.ts';
import type { PullRequestText } from './remote.ts';

const maxTitle = 200;
const maxPart = 8_000;
const maxDetail = 2_000;
/** Keeps the description below GitHub's limit of 65,536 characters. */
const maxDetails = 8;

export interface TextContext {
  /** Address of the proposal in the admin. */
  readonly address: string;
  readonly changesContent: boolean;
}

/** Texts of agents are in code blocks, where the remote follows no mentions, references and commands. */
export function describePullRequest(
  subject: PullRequestSubject,
  { address, changesContent }: TextContext,
): PullRequestText {
  const { id, runId, goal, task, body, patch, votes } = subject;
  const parts = [
    'Agents of Galley propose this change.',
    ...section('Goal', goal),
    ...section('Task', task ?? ''),
    ...section('Change', body),
    ...describeChecks(subject),
    ...(votes.approve + votes.reject === 0
      ? []
      : [`Votes of agents: ${votes.approve} for, ${votes.reject} against.`]),
    ...(changesContent
      ? [
          'The change contains documents of a site. Merging it here publishes nothing: they need an approval in Galley.',
        ]
      : []),
    `[Proposal in Galley](${address})`,
    `Run \`${inline(runId ?? '')}\`, proposal \`${inline(id)}\`, patch \`${patch?.sha256 ?? ''}\``,
  ];
  return { title: titleOf(subject), description: redactSecrets(parts.join('\n\n')) };
}

/** Without the body, in which references would close issues once the commit is merged. */
export function formatCommit(subject: PullRequestSubject): string {
  const { id, runId, patch } = subject;
  return `${titleOf(subject)}\n\nProposal: ${id}\nRun: ${runId}\nPatch-SHA256: ${patch?.sha256}\n`;
}

function titleOf({ title }: PullRequestSubject): string {
  const line = redactSecrets(title)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const short = line.length > maxTitle ? `${line.slice(0, maxTitle - 1).toWellFormed()}…` : line;
  return withoutReferences(short) || 'Untitled';
}

/** A zero-width space behind the sign: `@ada`, `#1`, `!1`, `GH-1` and addresses stay readable and refer to nothing. */
function withoutReferences(text: string): string {
  return text.replace(/([@#!]|GH-|:\/\/)(?=[\w])/gi, '$1\u200B');
}

function section(title: string, text: string): string[] {
  const trimmed = text.trim();
  return trimmed === '' ? [] : [`### ${title}`, codeBlock(shorten(trimmed, maxPart))];
}

function describeChecks({ checks }: PullRequestSubject): string[] {
  if (checks.length === 0) return [];
  const results = { pass: 'passed', fail: 'failed', error: 'not carried out' } as const;
  const lines = checks.map(({ name, outcome }) => `- \`${inline(name)}\`: ${results[outcome]}`);
  const details = checks
    .filter(({ outcome }) => outcome !== 'pass')
    .slice(0, maxDetails)
    .map(({ name, detail }) => codeBlock(shorten(`${name}:\n${detail}`, maxDetail)));
  return ['### Checks', lines.join('\n'), ...details];
}

function codeBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

function inline(text: string): string {
  return text.replaceAll(/[`\s]+/g, ' ');
}

function shorten(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit).toWellFormed()}…` : text;
}
