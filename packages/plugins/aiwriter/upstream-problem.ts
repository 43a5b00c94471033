import { may, type Actor, type DomainError } from '@galley/kernel';
import { formatSeconds } from './format-seconds.ts';
import { aiWriterProblems } from './problems.ts';
import type { UpstreamError, UpstreamFault } from './upstream-error.ts';

export interface RequestSettings {
  readonly model: string;
  readonly timeout: number;
}

const { rate_limited, upstream_failed, upstream_timeout } = aiWriterProblems;

const messages: Readonly<Record<Exclude<UpstreamFault, 'refused'>, string>> = {
  unreachable: 'The endpoint of the AI writer could not be reached',
  timed_out: 'The endpoint of the AI writer did not finish in time',
  broken_off: 'The endpoint of the AI writer broke off before the text was complete',
  not_understood: 'The endpoint of the AI writer answered with something that is no text',
  too_long: 'The endpoint of the AI writer answered with more than it was asked for',
  abandoned: 'The request was cancelled because the client disconnected',
};

/** Only users who can change the configuration see its details. */
export function upstreamProblem(
  error: UpstreamError,
  actor: Actor,
  asked: RequestSettings,
): DomainError {
  const { fault, details } = error;
  if (fault === 'refused')
    return refusal(details.status!, details.retryAfterSeconds, { actor, asked });
  if (fault === 'timed_out') {
    return upstream_timeout(
      `${messages.timed_out} (${asked.timeout / 1_000} seconds). Try again, or ask for less.`,
    );
  }
  const { systemCode } = details;
  const reason = systemCode === undefined ? '' : ` (${systemCode})`;
  return upstream_failed(`${messages[fault]}${reason}. Try again shortly.`);
}

interface RefusalContext {
  readonly actor: Actor;
  readonly asked: RequestSettings;
}

function refusal(
  status: number,
  retryAfterSeconds: number | undefined,
  { actor, asked }: RefusalContext,
): DomainError {
  const details = { upstream_status: status };
  if (status === 429) {
    const when =
      retryAfterSeconds === undefined ? 'shortly' : `in ${formatSeconds(retryAfterSeconds)}`;
    return rate_limited(
      `The endpoint of the AI writer takes no more requests for now. Try again ${when}.`,
      {
        ...details,
        limited_by: 'upstream',
        ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
      },
    );
  }
  if (status >= 500) {
    return upstream_failed(
      `The endpoint of the AI writer failed (status ${status}). Try again shortly.`,
      details,
    );
  }
  if (may(actor, 'plugins.manage')) {
    return upstream_failed(
      `The endpoint of the AI writer refused the request (status ${status}). ${configurationAdvice(status, asked)}`,
      details,
    );
  }
  if (isRequestFault(status)) {
    return upstream_failed(
      `The endpoint of the AI writer did not take the request (status ${status}). Try a shorter prompt, or ask an administrator.`,
      details,
    );
  }
  return upstream_failed(
    'The AI writer cannot be used at the moment. An administrator has to look at how it is set up.',
  );
}

function isRequestFault(status: number): boolean {
  return [400, 413, 422].includes(status);
}

function configurationAdvice(status: number, { model }: RequestSettings): string {
  if (status === 401 || status === 403) {
    return 'It does not accept the key: check GALLEY_AIWRITER_API_KEY.';
  }
  if (status === 404) {
    return `It does not know the model ${model}, or is elsewhere: check plugins.aiwriter.model and plugins.aiwriter.base_url.`;
  }
  if (status < 400) {
    return 'It sends elsewhere, where the key is not sent to: check plugins.aiwriter.base_url.';
  }
  return 'The prompt may be too long for the model; or the model takes other settings: check max_tokens, max_tokens_parameter and temperature under plugins.aiwriter.';
}
