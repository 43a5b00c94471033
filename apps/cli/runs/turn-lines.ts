import type {
  PresentedProposal,
  PresentedQuestion,
  PresentedRun,
  PresentedRunDetail,
  PresentedTask,
  PresentedTurn,
} from '@galley/coordinator';

export function runLine({ id, status, reason, started_at, goal, use }: PresentedRun): string {
  const state = reason === null ? status : `${status} (${reason})`;
  const turns = use.turns === 1 ? '1 turn' : `${use.turns} turns`;
  const used = use.usd > 0 ? `${turns}, ${dollars(use.usd)}` : turns;
  return [id, started_at, state, used, oneLine(goal, 80)].join('  ').trimEnd();
}

/** Such as `turns 3 of 20, minutes 4.5, tokens 1200 of 5000, cost $0.25 of $2.00`. */
export function useLine({ budget, use }: Pick<PresentedRun, 'budget' | 'use'>): string {
  const plain = (amount: number) => String(Math.round(amount * 10) / 10);
  const parts = [
    `turns ${limitText(use.turns, budget.turns, plain)}`,
    `minutes ${limitText(use.minutes, budget.minutes, plain)}`,
    `tokens ${limitText(use.tokens, budget.tokens, plain)}`,
    `cost ${limitText(use.usd, budget.usd, dollars)}`,
  ];
  const unknown = use.turns_without_cost;
  return `${parts.join(', ')}${unknown === 0 ? '' : ` (no cost reported by ${unknown} of ${use.turns} turns)`}`;
}

function limitText(used: number, limit: number | null, format: (amount: number) => string): string {
  return `${format(used)}${limit === null ? '' : ` of ${format(limit)}`}`;
}

export interface RunReport {
  readonly run: PresentedRunDetail;
  readonly turns: readonly PresentedTurn[];
  readonly waiting_tasks: readonly PresentedTask[];
  readonly proposals: readonly PresentedProposal[];
  readonly questions: readonly PresentedQuestion[];
}

export function runLines(report: RunReport): string[] {
  const { run, turns, waiting_tasks: waiting, proposals, questions } = report;
  const { tasks } = run;
  const times = [`started ${run.started_at}`, ...(run.ended_at ? [`ended ${run.ended_at}`] : [])];
  return [
    runLine(run),
    ...(run.waiting ? [oneLine(run.waiting.text, 400)] : []),
    times.join(', '),
    `tasks: ${tasks.active} active, ${tasks.blocked} blocked, ${tasks.terminal} done; proposals open: ${run.proposals_active}`,
    ...waiting.map(waitLine),
    ...(run.reason_detail === null ? [] : [oneLine(run.reason_detail, 500)]),
    `used: ${useLine(run)}`,
    ...run.agents
      .filter(({ budget }) => Object.values(budget).some((limit) => limit !== null))
      .map((agent) => `used by ${agent.agent_id}: ${useLine(agent)}`),
    ...proposals.flatMap((one) => [proposalLine(one), ...pullRequestLines(one)]),
    ...questions.map(questionLine),
    ...turns.map(turnLine),
  ];
}

function waitLine({ title, waits_for: others }: PresentedTask): string {
  const named = others.map((other) => `“${other.title}” (${other.status})`).join(', ');
  return oneLine(`“${title}” waits for ${named}`, 400);
}

/** Such as `  proposal 1  in_review  checks failed (links)  Blacker ink`. */
function proposalLine({
  id,
  title,
  status,
  checks_state: state,
  checks,
}: PresentedProposal): string {
  const faults = checks.filter(({ outcome }) => outcome !== 'pass').map(({ name }) => name);
  const named = faults.length === 0 ? '' : ` (${faults.join(', ')})`;
  const checked = state === 'none' ? [] : [`checks ${state}${named}`];
  return `  ${[`proposal ${id}`, status, ...checked, oneLine(title, 60)].join('  ')}`;
}

/** Such as `  question 1  chair-1  Which ink?  (choices: black, blue)`. */
function questionLine({ id, agent_id: agent, text, choices }: PresentedQuestion): string {
  const offered = choices.length === 0 ? [] : [`(choices: ${oneLine(choices.join(', '), 200)})`];
  return `  ${[`question ${id}`, agent, oneLine(text, 400), ...offered].join('  ')}`;
}

function pullRequestLines({ pull_request: pull }: PresentedProposal): string[] {
  if (!pull) return [];
  const parts = [`pull request ${pull.state}`, pull.url ?? '', oneLine(pull.problem ?? '', 300)];
  return [`    ${parts.filter((part) => part !== '').join('  ')}`];
}

function turnLine(turn: PresentedTurn): string {
  const { id, agent_id, started_at, ended_at, reason, failure } = turn;
  const seconds = (until: string) =>
    Math.round((Date.parse(until) - Date.parse(started_at)) / 1_000);
  const parts = [
    id,
    started_at,
    agent_id,
    oneLine(reason ?? '', 60),
    failure ? `${outcomeOf(turn)} (${failure})` : outcomeOf(turn),
    ended_at === null ? '' : `${seconds(ended_at)}s`,
    `${turn.input_tokens + turn.output_tokens} tokens`,
    turn.usd === null ? '' : dollars(turn.usd),
  ];
  return `  ${parts.filter((part) => part !== '').join('  ')}`;
}

function outcomeOf({ status, outcome, exit_code, end_reason }: PresentedTurn): string {
  if (status !== 'ended') return status;
  if (outcome === 'completed') return outcome;
  return end_reason ?? (exit_code === null ? 'ended' : `exit code ${exit_code}`);
}

export function dollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

/** Agents write some of these texts: without control characters, they cannot change the terminal. */
export function visibleText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) =>
    one === '\n' || one === '\t' ? one : '',
  );
}

export function oneLine(text: string, length: number): string {
  const line = visibleText(text).replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1).toWellFormed()}…` : line;
}
