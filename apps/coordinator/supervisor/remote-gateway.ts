import { runProblems, type SupervisorGateway } from '@galley/runcoord';
import { coordinatorProblems } from '../problems.ts';
import { deskMethods, deskPath, type GatewayMethod } from './gateway-methods.ts';

export interface RemoteGatewayOptions {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string;
  /** In milliseconds, per call. */
  readonly timeout: number;
}

/** Rethrows the coordinator's problems. @throws `coordinator_unavailable`, `supervisor_refused` (bad token). */
export function createRemoteGateway(options: RemoteGatewayOptions): SupervisorGateway {
  const methods = Object.keys(deskMethods) as GatewayMethod[];
  return Object.fromEntries(
    methods.map((method) => [method, (given: object) => call(options, method, given)]),
  ) as unknown as SupervisorGateway;
}

async function call(options: RemoteGatewayOptions, method: GatewayMethod, given: object) {
  const { status, text } = await ask(options, method, given);
  const answer = read(text);
  if (status === 200 && answer) return answer.result;
  throw refusal(options, status, answer ?? {});
}

async function ask(
  { url, token, timeout }: RemoteGatewayOptions,
  method: GatewayMethod,
  given: object,
) {
  try {
    const response = await fetch(`${url}${deskPath}/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(given),
      // The token must not be sent to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw unavailable(url, `does not respond (${causeOf(error)})`);
  }
}

interface Answer {
  readonly result?: unknown;
  readonly code?: unknown;
  readonly detail?: unknown;
}

function read(text: string): Answer | undefined {
  try {
    const answer: unknown = JSON.parse(text, reviveDate);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    // The response comes from another program or a proxy.
    return undefined;
  }
}

const dates = new Set(['startedAt', 'endingAt', 'aliveAt', 'since', 'lookedAt']);

function reviveDate(key: string, value: unknown): unknown {
  return dates.has(key) && typeof value === 'string' ? new Date(value) : value;
}

function refusal({ url }: RemoteGatewayOptions, status: number, { code, detail }: Answer): Error {
  const problem = Object.values(runProblems).find(({ definition }) => definition.code === code);
  if (problem) return problem(String(detail));
  if (status === 401)
    return coordinatorProblems.supervisor_refused(
      `The coordinator at ${url} rejected coordinator.supervisor.token. Set the same token in both configurations.`,
    );
  if (status === 404)
    return unavailable(url, 'accepts no supervisors: set coordinator.supervisor.token there');
  const said = typeof detail === 'string' ? `: ${detail}` : '';
  return unavailable(url, `responded with status ${status}${said}`);
}

function unavailable(url: string, what: string): Error {
  return coordinatorProblems.coordinator_unavailable(`The coordinator at ${url} ${what}`);
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : error.message;
}
