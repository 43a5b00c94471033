export const periods = ['all', 'today', 'week', 'month', 'custom'] as const;
export type Period = (typeof periods)[number];

export const outcomes = ['all', 'success', 'denied'] as const;

export interface AuditFilter {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: (typeof outcomes)[number];
  readonly period: Period;
  /** Bounds of a `custom` period: local times in the format of the input field, `2026-11-22T14:05`, or empty. */
  readonly from: string;
  readonly to: string;
  readonly offset: number;
}

export function auditFilterOf(search: Record<string, unknown>): AuditFilter {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const offset = Math.trunc(Number(search['offset']));
  return {
    actor: text('actor'),
    action: text('action'),
    target: text('target'),
    outcome: outcomes.find((one) => one === search['outcome']) ?? 'all',
    period: periods.find((one) => one === search['period']) ?? 'all',
    from: localTime(text('from')),
    to: localTime(text('to')),
    offset: offset > 0 && offset < 1e9 ? offset : 0,
  };
}

function localTime(text: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
}

export function auditSearch(filter: Partial<AuditFilter>): Record<string, unknown> {
  const isCustom = filter.period === 'custom';
  return Object.fromEntries(
    Object.entries(filter).filter(
      ([name, value]) =>
        value !== '' &&
        value !== 'all' &&
        value !== 0 &&
        value !== undefined &&
        (isCustom || (name !== 'from' && name !== 'to')),
    ),
  );
}

export function isFiltered({ offset: _offset, ...filter }: AuditFilter): boolean {
  return Object.keys(auditSearch(filter)).length > 0;
}

const daysOf: Partial<Record<Period, number>> = { today: 1, week: 7, month: 30 };

/** Periods begin at midnight, so that the query, and its cache entry, stay the same all day. */
export function auditInput(filter: AuditFilter, now: number) {
  const { actor, action, target, outcome, period } = filter;
  const days = daysOf[period];
  const since = new Date(now);
  since.setHours(0, 0, 0, 0);
  if (days !== undefined) since.setDate(since.getDate() - days + 1);
  const custom = (local: string) =>
    period === 'custom' && local !== '' ? new Date(local).toISOString() : '';
  const from = days === undefined ? custom(filter.from) : since.toISOString();
  const to = custom(filter.to);
  return {
    ...(actor && { actor: actor.trim().toLowerCase() }),
    ...(action && { action }),
    ...(target && { target: target.trim() }),
    ...(outcome !== 'all' && { outcome }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
