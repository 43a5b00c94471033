import { z } from 'zod';
import { storageCause } from './documents.ts';
import { defineNoun } from './operation.ts';
import { authSession } from './sessions.ts';
import { dateTime } from './shapes.ts';

const checks = z.record(z.string(), z.object({ ok: z.boolean(), error: z.string().optional() }));

const healthResponse = z
  .object({
    status: z.enum(['healthy', 'degraded', 'starting']),
    version: z.string(),
    commit: z.string(),
    managed: z.boolean(),
    instance_id: z.string().optional(),
    admin_ready: z.boolean(),
    generated_at: dateTime,
    checks,
  })
  .meta({ id: 'HealthResponse' });

export type HealthResponse = z.input<typeof healthResponse>;

const liveResponse = z.object({ status: z.literal('live') }).meta({ id: 'LiveResponse' });

export type LiveResponse = z.input<typeof liveResponse>;

const readyResponse = z
  .object({ status: z.enum(['ready', 'not-ready', 'starting']), version: z.string(), checks })
  .meta({ id: 'ReadyResponse' });

export const system = defineNoun('system', {
  status: {
    get: '/status',
    access: 'signed_in',
    summary: 'Version, database, memory and disk',
    answer: z
      .object({
        version: z.string(),
        build_time: dateTime.nullable(),
        git_commit: z.string(),
        provenance: z.enum(['tagged', 'snapshot', 'modified', 'unknown']).meta({
          description:
            '`tagged`: a published release; `snapshot`: a commit outside releases; `modified`: a commit with local changes; `unknown`: the origin could not be determined.',
        }),
        update: z.object({ eligible: z.boolean(), reason: z.string() }).meta({
          description: 'Whether automatic updates to a newer release are possible, and why.',
        }),
        database_status: z.string(),
        uptime_seconds: z.int(),
        memory_usage: z.object({ allocated: z.string(), system: z.string() }),
        disk_usage: z.object({ used: z.string(), available: z.string() }),
        unwritten: z.object({ documents: z.int(), cause: storageCause.nullable() }).meta({
          description:
            'Number of saved or deleted documents whose files are not yet updated, and the reason.',
        }),
      })
      .meta({ id: 'StatusResponse' }),
    problems: [],
    example: {},
  },

  capabilities: {
    get: '/capabilities',
    access: 'signed_in',
    summary: 'Features of this server, and capabilities of the caller',
    answer: z
      .object({
        sdk_version: z.string(),
        modules: z.record(z.string(), z.boolean()),
        features: z.record(z.string(), z.boolean()),
        capabilities: z.array(z.string()),
        identity: authSession,
        workspace: z.string().meta({
          description:
            'Workspace of the runs of this project: `{id}` in `/api/v1/workspaces/{id}`.',
        }),
      })
      .meta({ id: 'CapabilitiesResponse' }),
    problems: [],
    example: {},
  },

  /** Only for the OpenAPI document: the server answers it before routing, with 503 when degraded. */
  health: {
    get: '/__health',
    base: 'root',
    access: 'public',
    summary: 'Health: 200 if every check passes, 503 if one fails or the server is starting',
    answer: healthResponse,
    problems: [],
    example: {},
  },

  live: {
    get: '/__live',
    base: 'root',
    access: 'public',
    summary: 'Liveness: 200 while the process responds, regardless of failed checks',
    answer: liveResponse,
    problems: [],
    example: {},
  },

  ready: {
    get: '/__ready',
    base: 'root',
    access: 'public',
    summary:
      'Readiness for load balancers: 200 while this server can answer visitors, even without the database',
    answer: readyResponse,
    problems: [],
    example: {},
  },
});

export type ReadyResponse = z.input<typeof readyResponse>;
