import { isLoopbackHost, newId } from '@galley/kernel';
import type { AnswerOf, contract } from '@galley/contract';
import { publicAddress } from '@galley/service';
import { coordinatorProblems } from '../problems.ts';
import { loadProject, type ProjectOptions } from '../system/with-project.ts';

export type PresentedProposalDetail = AnswerOf<typeof contract.proposals.get>;
export type ProposalDecision = 'accept' | 'reject' | 'request-revision';

export interface RunApiClientOptions extends Omit<ProjectOptions, 'logger'> {
  /** Default: the content server of the project, on this machine. */
  readonly url: string | undefined;
}

export interface DecisionBody {
  readonly patch_sha256: string | null;
  readonly note?: string | undefined;
  readonly hunks?: readonly string[] | undefined;
}

interface Place {
  readonly origin: string;
  readonly workspaceId: string;
  readonly token: string;
}

/** Longer than an acceptance takes that waits for another one. */
const timeoutMs = 60_000;

/** Decisions and words of a person about runs, with the personal token in `GALLEY_TOKEN`. */
export class RunApiClient {
  readonly #place: Place;

  private constructor(place: Place) {
    this.#place = place;
  }

  /** @throws `not_a_project`, `token_refused` without a token, `endpoint_invalid` */
  static async open(options: RunApiClientOptions): Promise<RunApiClient> {
    const { server, coordinator } = await loadProject(options);
    const token = options.environment['GALLEY_TOKEN']?.trim() ?? '';
    if (!/^[\x21-\x7e]+$/.test(token)) {
      throw coordinatorProblems.token_refused(
        'Set GALLEY_TOKEN to a personal token (admin, Account): decisions are made by a person.',
      );
    }
    const { host: address, port } = server;
    const { url } = options;
    return new RunApiClient({
      origin: url === undefined ? publicAddress({ address, port }) : originOf(url),
      workspaceId: coordinator.workspace.id,
      token,
    });
  }

  proposal(id: string): Promise<PresentedProposalDetail> {
    return this.#ask(`proposals/${encodeURIComponent(id)}`);
  }

  /** @throws the problems of the operation, as the server describes them */
  decide(
    id: string,
    decision: ProposalDecision,
    body: DecisionBody,
  ): Promise<PresentedProposalDetail> {
    return this.#ask(`proposals/${encodeURIComponent(id)}/${decision}`, body);
  }

  answer(questionId: string, text: string): Promise<AnswerOf<typeof contract.questions.answer>> {
    return this.#ask(`questions/${encodeURIComponent(questionId)}/answer`, { text });
  }

  message(
    agentId: string,
    runId: string,
    text: string,
  ): Promise<AnswerOf<typeof contract.agents.message>> {
    return this.#ask(`agents/${encodeURIComponent(agentId)}/messages`, { run_id: runId, text });
  }

  async #ask<Answer>(path: string, body?: object): Promise<Answer> {
    const { origin, workspaceId, token } = this.#place;
    const url = `${origin}/api/v1/workspaces/${encodeURIComponent(workspaceId)}/${path}`;
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json', 'idempotency-key': newId() }),
      },
      ...(body && { body: JSON.stringify(body) }),
      // The token must not be sent to another address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw unreachable(origin, causeOf(error));
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer as Answer;
    throw refusal(origin, response.status, answer);
  }
}

function originOf(address: string): string {
  const url = URL.parse(address);
  // The token must not cross a network in plain text.
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (url && isSafe && url.username === '' && url.pathname === '/') return url.origin;
  throw coordinatorProblems.endpoint_invalid(
    `--url takes the HTTPS address of a Galley server, such as https://example.org, not "${address}"; HTTP is allowed for this machine only.`,
  );
}

function refusal(origin: string, status: number, answer: unknown): Error {
  const { detail } = (answer ?? {}) as { readonly detail?: unknown };
  if (typeof detail !== 'string') return unreachable(origin, `status ${status}`);
  if (status === 401) {
    return coordinatorProblems.token_refused(
      'GALLEY_TOKEN is invalid: the token has expired, was revoked, or is mistyped.',
    );
  }
  return coordinatorProblems.decision_refused(detail);
}

function unreachable(origin: string, why: string): Error {
  return coordinatorProblems.server_unreachable(
    `No Galley server answers at ${origin} (${why}). Start one with galley serve, or name another with --url.`,
  );
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = (error.cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : error.message;
}
