import type { Page } from 'playwright-core';

export interface WatchedPage {
  /** A line each: errors, policy violations, failed requests, status 400 or more, and requests to other servers. */
  readonly problems: readonly string[];
  expects(status: number): void;
  /** Requests to this server are no problem. */
  expectsServer(origin: string): void;
}

/** The browser logs this for each response with status 400 or higher, which is already reported. */
const failedAnswer = /^Failed to load resource: the server responded/;

/** Watches a page and its frames. Call it before the page loads anything. */
export function watchForProblems(page: Page, origin: string): WatchedPage {
  const problems: string[] = [];
  const expected = new Set<number>();
  const origins = new Set([origin]);
  page.on('pageerror', (error) => problems.push(`thrown: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || failedAnswer.test(message.text())) return;
    problems.push(`logged: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^https?:$/.test(protocol) && !origins.has(asked)) problems.push(`asked ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // Requests that are cancelled when a page is left.
    if (reason !== 'net::ERR_ABORTED') problems.push(`${request.url()} failed: ${reason}`);
  });
  page.on('response', (response) => {
    const status = response.status();
    if (status < 400 || expected.has(status)) return;
    problems.push(`${response.request().method()} ${response.url()} ${wasAnswered(status)}`);
  });
  return {
    problems,
    expectsServer: (other) => void origins.add(other),
    expects(status) {
      expected.add(status);
      // The response may have arrived before this call.
      const others = problems.filter((problem) => !problem.endsWith(wasAnswered(status)));
      problems.splice(0, problems.length, ...others);
    },
  };
}

function wasAnswered(status: number): string {
  return `was answered ${status}`;
}
