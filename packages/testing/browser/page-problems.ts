import type { Page } from 'playwright-core';

export interface WatchedPage {
  /**
   * What went wrong in the page so far, a line each: errors that it threw or logged, what its policy refused, requests
   * that failed, answers from 400 on, and requests to anywhere but its server.
   */
  readonly problems: readonly string[];
  /** Answers with this status are what the test is after. */
  expects(status: number): void;
}

/** Said of each answer from 400 on as well, and seen there. */
const failedAnswer = /^Failed to load resource: the server responded/;

/** Watches a page from before it loads anything, and all frames in it. */
export function watchForProblems(page: Page, origin: string): WatchedPage {
  const problems: string[] = [];
  const expected = new Set<number>();
  page.on('pageerror', (error) => problems.push(`thrown: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || failedAnswer.test(message.text())) return;
    problems.push(`logged: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url());
    if (/^https?:$/.test(protocol) && asked !== origin) problems.push(`asked ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // What is under way when a page is left.
    if (reason !== 'net::ERR_ABORTED') problems.push(`${request.url()} failed: ${reason}`);
  });
  page.on('response', (response) => {
    const status = response.status();
    if (status < 400 || expected.has(status)) return;
    problems.push(`${response.request().method()} ${response.url()} ${wasAnswered(status)}`);
  });
  return {
    problems,
    expects(status) {
      expected.add(status);
      // The page may have been answered before the test could say so.
      const others = problems.filter((problem) => !problem.endsWith(wasAnswered(status)));
      problems.splice(0, problems.length, ...others);
    },
  };
}

function wasAnswered(status: number): string {
  return `was answered ${status}`;
}
