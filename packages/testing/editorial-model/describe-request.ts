import type { Resolved } from './resolve.ts';

export function describeRequest({ who, request }: Resolved): string {
  const { act, ...fields } = request;
  const said = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name} ${shortened(value)}`);
  return `${who.username} (${who.role}): ${act} ${said.length > 0 ? `[${said.join(', ')}] ` : ''}of`;
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text.trim();
}
