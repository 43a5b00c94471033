const minute = 60_000;

/** In the order in which their rows are locked, everywhere: two attempts never wait for each other in a ring. */
export const throttleScopes = ['address', 'pair', 'user'] as const;
export type ThrottleScope = (typeof throttleScopes)[number];

export interface ThrottleState {
  /** Oldest first, never more than the scope allows. */
  readonly failures: readonly Date[];
  readonly lockedUntil: Date | undefined;
}

export type ThrottleStates = Readonly<Record<ThrottleScope, ThrottleState>>;

interface Limit {
  /** How many failures there may be within the window. */
  readonly most: number;
  /** How long the last of them locks; without it, failures only have to leave the window. */
  readonly lockMilliseconds?: number;
}

const windowMilliseconds = 10 * minute;

/** GAP-SES-3. */
const limits: Readonly<Record<ThrottleScope, Limit>> = {
  address: { most: 100 },
  pair: { most: 5, lockMilliseconds: 15 * minute },
  user: { most: 50 },
};

/** After this time without a change, in milliseconds, a state decides nothing any more. */
export const throttleMemoryMilliseconds = 15 * minute;

const untouched: ThrottleState = { failures: [], lockedUntil: undefined };

export type AttemptDecision =
  | { readonly kind: 'admitted'; readonly states: ThrottleStates }
  | { readonly kind: 'refused'; readonly until: Date };

/**
 * Whether somebody may try a password now. One who may is counted as having failed, before the password is looked
 * at: of many who try at once, no more come through than could have tried one after the other.
 */
export function decideAttempt(states: ThrottleStates, now: Date): AttemptDecision {
  const recent = mapStates(states, (_scope, state) => dropPast(state, now));
  const refusals = throttleScopes.flatMap((scope) => refusalEnd(scope, recent[scope]) ?? []);
  if (refusals.length > 0) {
    return { kind: 'refused', until: new Date(Math.max(...refusals.map(Number))) };
  }
  return {
    kind: 'admitted',
    states: mapStates(recent, (scope, { failures }) => withFailure(scope, failures, now)),
  };
}

/** The attempt admitted at `attempt` was no failure after all; a lock that only its failure made is lifted. */
export function takeBack(states: ThrottleStates, attempt: Date): ThrottleStates {
  return mapStates(states, (scope, state) => {
    const index = state.failures.findIndex((failure) => Number(failure) === Number(attempt));
    if (index < 0) return state;
    const failures = state.failures.toSpliced(index, 1);
    const stillLocked = failures.length >= limits[scope].most;
    return { failures, lockedUntil: stillLocked ? state.lockedUntil : undefined };
  });
}

/** The attempt admitted at `attempt` succeeded: this user from this address starts anew, the rest is as without it. */
export function recordSuccess(states: ThrottleStates, attempt: Date): ThrottleStates {
  return { ...takeBack(states, attempt), pair: untouched };
}

function dropPast({ failures, lockedUntil }: ThrottleState, now: Date): ThrottleState {
  const locked = lockedUntil !== undefined && lockedUntil > now;
  return {
    failures: failures.filter((failure) => Number(failure) > Number(now) - windowMilliseconds),
    lockedUntil: locked ? lockedUntil : undefined,
  };
}

function refusalEnd(scope: ThrottleScope, state: ThrottleState): Date | undefined {
  if (state.lockedUntil) return state.lockedUntil;
  const blocking = state.failures.at(-limits[scope].most);
  return blocking && new Date(Number(blocking) + windowMilliseconds);
}

function withFailure(scope: ThrottleScope, earlier: readonly Date[], now: Date): ThrottleState {
  const { most, lockMilliseconds } = limits[scope];
  const failures = [...earlier, now];
  const locks = lockMilliseconds !== undefined && failures.length >= most;
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
