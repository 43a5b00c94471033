import type { contract, AnswerOf } from '@galley/contract';
import type { AiUsage, AiWriterSettings, Writing } from '@galley/plugins';

export function presentAiWriter(
  writer: AiWriterSettings & { readonly isKeyConfigured: boolean; readonly isEnabled: boolean },
): AnswerOf<typeof contract.aiwriter.settings> {
  return {
    enabled: writer.isEnabled,
    api_key_configured: writer.isKeyConfigured,
    model: writer.model,
    max_tokens: writer.maxTokens,
    temperature: writer.temperature,
  };
}

export function presentWriting(writing: Writing): AnswerOf<typeof contract.aiwriter.generate> {
  return {
    content: writing.content,
    tokens_used: writing.tokensUsed,
    model: writing.model,
    generated_at: writing.generatedAt.toISOString(),
    truncated: writing.isTruncated,
  };
}

export function presentAiUsage(usage: AiUsage): AnswerOf<typeof contract.aiwriter.usage> {
  return {
    requests_today: usage.requestsToday,
    tokens_today: usage.tokensToday,
    tokens_last_30_days: usage.tokensInMonth,
    tokens_per_day: usage.tokensPerDay ?? null,
    tokens_left: usage.tokensLeft ?? null,
    requests_per_minute: usage.requestsPerMinute ?? null,
    requests_left: usage.requestsLeft ?? null,
    resets_at: usage.resetsAt.toISOString(),
  };
}
