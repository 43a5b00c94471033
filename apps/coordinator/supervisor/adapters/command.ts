import type { SessionEvent } from '@galley/runcoord';
import { z } from 'zod';
import { shellCommand, type Adapter } from './adapter.ts';
import { output, readFields } from './program-output.ts';

const text = z.string();
const count = z.int().min(0);

/** The events that a program can print, each as a line of JSON with the names of `GET …/sessions/{id}/events`. */
const printedEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['message', 'thinking']), text }),
  z.object({ kind: z.literal('tool_call'), id: text, tool: text, input: z.unknown() }),
  z.object({
    kind: z.literal('tool_result'),
    id: text,
    text,
    is_error: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('usage'),
    model: text.nullable().default(null),
    input_tokens: count,
    output_tokens: count,
    usd: z.number().min(0).nullable().default(null),
  }),
  z.object({ kind: z.literal('error'), code: z.enum(['sign_in', 'quota', 'other']), text }),
]);

/** Any program: it reads the prompt and finds the tools in its environment. */
export const command: Adapter = {
  isKnownProgram: false,
  keys: [],
  variables: [],
  hosts: [],
  credentialFiles: () => [],
  signInCheck: undefined,
  signInHelp: 'Check the variables in the environment of the adapter.',
  sessionPaths: [],
  prepare: (launch) => ({ argv: shellCommand(launch.command), files: {}, env: {} }),
  parse(line) {
    const printed = printedEvent.safeParse(readFields(line));
    return printed.success ? [fromWire(printed.data)] : output(line);
  },
};

function fromWire(event: z.infer<typeof printedEvent>): SessionEvent {
  if (event.kind === 'tool_result') {
    const { is_error: isError, ...rest } = event;
    return { ...rest, isError };
  }
  if (event.kind !== 'usage') return event;
  const { model, input_tokens: inputTokens, output_tokens: outputTokens, usd } = event;
  return { kind: 'usage', usage: { model, inputTokens, outputTokens, usd } };
}
