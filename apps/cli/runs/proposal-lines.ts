import type { PresentedProposalDetail } from '@galley/coordinator';
import { oneLine, visibleText } from './turn-lines.ts';

export type PaintDiff = (colour: 'red' | 'green' | 'cyan', text: string) => string;

/** Everything a person needs to decide, with the patch. */
export function proposalLines(proposal: PresentedProposalDetail, paint: PaintDiff): string[] {
  const { body, patch } = proposal;
  return [
    ...summaryLines(proposal),
    ...proposal.votes.map(({ agent_id, decision, comment }) =>
      oneLine(`vote of ${agent_id}: ${decision}  ${comment ?? ''}`, 400),
    ),
    ...proposal.comments.map(({ author, path, line, body: words }) =>
      oneLine(`comment of ${author} on ${path}:${line}: ${words}`, 400),
    ),
    ...(body.trim() === '' ? [] : ['', visibleText(body).trimEnd()]),
    ...(patch ? ['', ...diffLines(patch.text, paint)] : []),
  ];
}

/** Shown before a decision. */
export function summaryLines(proposal: PresentedProposalDetail): string[] {
  const { id, title, status, risk, proposed_by, run_id, patch, hunks, conflicts } = proposal;
  const faults = proposal.checks.filter(({ outcome }) => outcome !== 'pass');
  const run = run_id === null ? [] : [run_id];
  return [
    [`proposal ${id}`, status, `risk ${risk}`, `by ${proposed_by}`, ...run].join('  '),
    oneLine(title, 200),
    ...(proposal.checks_state === 'none' ? [] : [`checks ${proposal.checks_state}`]),
    ...faults.map(({ name, outcome, detail }) =>
      oneLine(`  ${name} ${outcome}: ${detail}`, 400).replace(/^/, '  '),
    ),
    ...conflicts.map(({ path }) => `changed since in the repository: ${oneLine(path, 200)}`),
    patch ? `patch ${patch.sha256}` : 'no patch',
    ...hunks.map(({ id: hunk, kind, path, header }) =>
      [`  hunk ${hunk}`, oneLine(path, 200), header || kind].join('  '),
    ),
  ];
}

function diffLines(text: string, paint: PaintDiff): string[] {
  return visibleText(text.replace(/\n$/, ''))
    .split('\n')
    .map((line) => {
      if (line.startsWith('+')) return paint('green', line);
      if (line.startsWith('-')) return paint('red', line);
      return line.startsWith('@@') ? paint('cyan', line) : line;
    });
}
