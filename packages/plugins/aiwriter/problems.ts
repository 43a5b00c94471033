import { defineProblems } from '@galley/kernel';

export const aiWriterProblems = defineProblems({
  not_configured: ['conflict', 'It is not set up yet'],
  rate_limited: ['rate_limited', 'Too many requests'],
  upstream_failed: ['upstream_failed', 'The other server failed'],
  upstream_timeout: ['upstream_timeout', 'The other server took too long'],
});
