import { z } from 'zod';
import type { SupervisorGateway } from '@galley/runcoord';

export const deskPath = '/internal/supervisor';

/** Events of one call; a line of a log counts as a whole, so a batch may have a few more. */
export const maxBatchEvents = 1_000;

/** PostgreSQL rejects NUL. */
const text = z.string().regex(/^[^\0]*$/, 'must not contain a NUL character');
const name = text.min(1).max(1_000);
const count = z.int().min(0);
const fence = z.object({ place: name, epoch: count });
/** The limit exceeds every value that the settings allow. */
const milliseconds = z
  .number()
  .min(0)
  .max(8 * 86_400_000);
/** Maximum delay before another supervisor can take over the location. */
const lease = z.number().min(1_000).max(600_000);

const fenced = { fence };
const ofSession = { fence, sessionId: name };

const end = z.object({
  exitCode: z.int().nullable(),
  reason: text,
  isInterrupted: z.boolean(),
  logFile: text.nullable(),
  failure: z.enum(['sign_in', 'quota']).optional(),
});

const usage = z.object({
  model: text.nullable(),
  inputTokens: count,
  outputTokens: count,
  usd: z.number().min(0).nullable(),
});

/** Texts are sanitized when stored. */
const event = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['prompt', 'message', 'thinking', 'output']), text: z.string() }),
  z.object({ kind: z.literal('tool_call'), id: z.string(), tool: z.string(), input: z.unknown() }),
  z.object({
    kind: z.literal('tool_result'),
    id: z.string(),
    text: z.string(),
    isError: z.boolean(),
  }),
  z.object({ kind: z.literal('usage'), usage }),
  z.object({
    kind: z.literal('error'),
    code: z.enum(['sign_in', 'quota', 'other']),
    text: z.string(),
  }),
  z.object({ kind: z.literal('resumable'), id: z.string() }),
]);

const logPosition = z.int().min(-1);

const status = z.object({
  starting: count,
  running: count,
  concurrency: count,
  adopted: count,
  phantom: count,
  unowned: count,
  started: count,
  ended: count,
  differences: z.array(z.object({ kind: z.enum(['phantom', 'unowned']), agentId: text })),
  stuck: z.array(z.object({ runId: text, agentId: text, reason: text })),
  error: text.nullable(),
});

type Methods = {
  readonly [Method in keyof SupervisorGateway]: z.ZodType<Parameters<SupervisorGateway[Method]>[0]>;
};

/** Other methods cannot be called. Unknown properties from newer supervisors are ignored. */
export const deskMethods: Methods = {
  acquire: z.object({
    place: name,
    driver: name,
    holder: name,
    label: name,
    milliseconds: lease,
  }),
  findHolder: z.object({ place: name }),
  renew: z.object({ fence, milliseconds: lease }),
  tell: z.object({ fence, status }),
  release: z.object(fenced),
  requestTurns: z.object(fenced),
  listLiving: z.object(fenced),
  claim: z.object({ fence, most: count.max(100) }),
  issueToken: z.object({ ...ofSession, milliseconds }),
  endToken: z.object(ofSession),
  recordRunning: z.object({ ...ofSession, externalId: name }),
  recordEnding: z.object({ ...ofSession, reason: text }),
  beat: z.object(ofSession),
  recordEvents: z.object({
    ...ofSession,
    from: logPosition,
    to: logPosition,
    events: z.array(event).max(2 * maxBatchEvents),
  }),
  recordEnd: z.object({ ...ofSession, end }),
  endAbandoned: z.object(fenced),
  overview: z.object({}),
};

export type GatewayMethod = keyof SupervisorGateway;

export function isGatewayMethod(method: string): method is GatewayMethod {
  return Object.hasOwn(deskMethods, method);
}
