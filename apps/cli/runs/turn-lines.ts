import type { PresentedRun, PresentedRunDetail, PresentedTurn } from '@galley/coordinator';

export function runLine({ id, status, reason, started_at, goal }: PresentedRun): string {
  const state = reason === null ? status : `${status} (${reason})`;
  return [id, started_at, state, oneLine(goal, 80)].join('  ').trimEnd();
}

export function runLines(run: PresentedRunDetail, turns: readonly PresentedTurn[]): string[] {
  const { tasks } = run;
  const costs = turns.flatMap(({ usd }) => usd ?? []);
  const cost = costs.length === 0 ? [] : [dollars(costs.reduce((sum, one) => sum + one, 0))];
  const tokens = turns.reduce((sum, one) => sum + one.input_tokens + one.output_tokens, 0);
  const times = [`started ${run.started_at}`, ...(run.ended_at ? [`ended ${run.ended_at}`] : [])];
  return [
    runLine(run),
    ...(run.waiting ? [oneLine(run.waiting.text, 400)] : []),
    times.join(', '),
    `tasks: ${tasks.active} active, ${tasks.blocked} blocked, ${tasks.terminal} done; proposals open: ${run.proposals_active}`,
    [`turns: ${turns.length}`, `tokens: ${tokens}`, ...cost].join(', '),
    ...turns.map(turnLine),
  ];
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
