const minuteMs = 60_000;

/** Lock order of the rows, the same everywhere to prevent deadlocks. */
export const throttleScopes = ['address', 'pair', 'user'] as const;
export type ThrottleScope = (typeof throttleScopes)[number];

export interface ThrottleState {
  /** Oldest first, at most as many as the scope allows. */
  readonly failures: readonly Date[];
  readonly lockedUntil: Date | undefined;
}

export type ThrottleStates = Readonly<Record<ThrottleScope, ThrottleState>>;

interface Limit {
  readonly maxFailures: number;
  /** From the last failure; without it, failures only have to leave the window. */
  readonly lockMilliseconds?: number;
}

const windowMs = 10 * minuteMs;

/** GAP-SES-3. */
const limits: Readonly<Record<ThrottleScope, Limit>> = {
  address: { maxFailures: 100 },
  pair: { maxFailures: 5, lockMilliseconds: 15 * minuteMs },
  user: { maxFailures: 50 },
};

/** A state unchanged for this long has no effect. */
export const throttleRetentionMs = 15 * minuteMs;

const initialState: ThrottleState = { failures: [], lockedUntil: undefined };

export type AttemptDecision =
  | { readonly kind: 'admitted'; readonly states: ThrottleStates }
  | { readonly kind: 'refused'; readonly until: Date };

/** An attempt counts as failed before the check, so that concurrent attempts cannot exceed the limit. */
export function decideAttempt(states: ThrottleStates, now: Date): AttemptDecision {
  const recent = mapStates(states, (_scope, state) => dropExpired(state, now));
  const refusals = throttleScopes.flatMap((scope) => refusedUntil(scope, recent[scope]) ?? []);
  if (refusals.length > 0) {
    return { kind: 'refused', until: new Date(Math.max(...refusals.map(Number))) };
  }
  return {
    kind: 'admitted',
    states: mapStates(recent, (scope, { failures }) => addFailure(scope, failures, now)),
  };
}

/** Also removes a lock that only this failure caused. */
export function removeFailure(states: ThrottleStates, attempt: Date): ThrottleStates {
  return mapStates(states, (scope, state) => {
    const index = state.failures.findIndex((failure) => Number(failure) === Number(attempt));
    if (index < 0) return state;
    const failures = state.failures.toSpliced(index, 1);
    const stillLocked = failures.length >= limits[scope].maxFailures;
    return { failures, lockedUntil: stillLocked ? state.lockedUntil : undefined };
  });
}

/** Clears the pair of user and address, and removes the attempt's failure from the other scopes. */
export function recordSuccess(states: ThrottleStates, attempt: Date): ThrottleStates {
  return { ...removeFailure(states, attempt), pair: initialState };
}

function dropExpired({ failures, lockedUntil }: ThrottleState, now: Date): ThrottleState {
  const locked = lockedUntil !== undefined && lockedUntil > now;
  return {
    failures: failures.filter((failure) => Number(failure) > Number(now) - windowMs),
    lockedUntil: locked ? lockedUntil : undefined,
  };
}

function refusedUntil(scope: ThrottleScope, state: ThrottleState): Date | undefined {
  if (state.lockedUntil) return state.lockedUntil;
  const blocking = state.failures.at(-limits[scope].maxFailures);
  return blocking && new Date(Number(blocking) + windowMs);
}

function addFailure(scope: ThrottleScope, earlier: readonly Date[], now: Date): ThrottleState {
  const { maxFailures, lockMilliseconds } = limits[scope];
  const failures = [...earlier, now];
  const locks = lockMilliseconds !== undefined && failures.length >= maxFailures;
  return {
    failures,
    lockedUntil: locks ? new Date(Number(now) + lockMilliseconds) : undefined,
  };
}

function mapStates(
  states: ThrottleStates,
  change: (scope: ThrottleScope, state: ThrottleState) => ThrottleState,
): ThrottleStates {
  return {
    address: change('address', states.address),
    pair: change('pair', states.pair),
    user: change('user', states.user),
  };
}
