import { maskSecrets } from '@galley/kernel';
import type { SessionEvent, SessionUsage } from './session-event.ts';

/** Bytes of one event as JSON. */
export const maxEventBytes = 64 * 1024;

const maxNameLength = 1_000;
const maxDepth = 100;

/**
 * Masks secrets, removes what PostgreSQL cannot store, and cuts the event to `maxEventBytes` with a mark. Sanitizing
 * twice changes nothing.
 */
export function sanitizeEvent(event: SessionEvent): SessionEvent {
  const clean = maskSecrets(storable(event, 0) as Record<string, unknown>) as SessionEvent;
  switch (clean.kind) {
    case 'tool_call': {
      const names = { ...clean, id: short(clean.id), tool: short(clean.tool) };
      if (bytesOf(names) <= maxEventBytes) return names;
      return cutText(JSON.stringify(names.input), (input) => ({ ...names, input }));
    }
    case 'usage':
      return { ...clean, usage: sanitizeUsage(clean.usage) };
    case 'resumable':
      return { ...clean, id: short(clean.id) };
    case 'tool_result':
      return cutText(clean.text, (text) => ({ ...clean, id: short(clean.id), text }));
    default:
      return cutText(clean.text, (text) => ({ ...clean, text }));
  }
}

export function bytesOf(event: SessionEvent): number {
  return Buffer.byteLength(JSON.stringify(event));
}

/** PostgreSQL rejects NUL, lone surrogates, and very deep JSON. */
function storable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return '…';
  if (Array.isArray(value)) return value.map((inner) => storable(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      storable(key, depth) as string,
      storable(inner, depth + 1),
    ]),
  );
}

function cutText(text: string, eventWith: (text: string) => SessionEvent): SessionEvent {
  const whole = eventWith(text);
  let length = text.length;
  for (let cut = whole; ;) {
    const bytes = bytesOf(cut);
    if (bytes <= maxEventBytes) return cut;
    // Characters take one to six bytes as JSON, so this may need a few rounds.
    length = Math.floor((length * (maxEventBytes - maxNameLength)) / bytes);
    const kept = text.slice(0, length).toWellFormed();
    cut = eventWith(`${kept}\n… [${text.length - length} more characters were cut]`);
  }
}

/** Programs may report fractions or nonsense, which must not stop the others from being counted. */
function sanitizeUsage({ model, inputTokens, outputTokens, usd }: SessionUsage): SessionUsage {
  return {
    model: model && short(model),
    inputTokens: Math.round(countable(inputTokens)),
    outputTokens: Math.round(countable(outputTokens)),
    usd: usd === null ? null : countable(usd),
  };
}

function countable(value: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(0, value), Number.MAX_SAFE_INTEGER) : 0;
}

function short(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1).toWellFormed()}…` : name;
}
