import type { Content, Status } from './documents.ts';

/** Revision that a request names as seen; `key` identifies its content. */
export interface Expected {
  readonly revision: string;
  readonly key: string;
}

export type Forged = 'author' | 'editorial';

interface Text {
  readonly title: string;
  readonly body: string;
  readonly workflow?: Status | undefined;
  readonly forged?: Forged | undefined;
}

interface Guarded {
  readonly expected?: Expected | undefined;
  readonly token?: string | undefined;
}

export type Request =
  | ({ readonly act: 'create' } & Text)
  | ({ readonly act: 'save'; readonly form: 'body' | 'frontmatter' | 'raw' } & Text & Guarded)
  | ({
      readonly act: 'status';
      readonly to: Status;
      readonly at?: string | undefined;
      readonly note?: string | undefined;
    } & Pick<Guarded, 'expected'>)
  | ({
      readonly act: 'assign';
      readonly owner?: string | undefined;
      readonly assignee?: string | undefined;
      readonly reviewer?: string | undefined;
      readonly note?: string | undefined;
    } & Pick<Guarded, 'expected'>)
  | ({ readonly act: 'approve' | 'request_changes'; readonly note?: string | undefined } & Pick<
      Guarded,
      'expected'
    >)
  | {
      readonly act: 'jot';
      readonly text: string;
      readonly revision: string;
    }
  | { readonly act: 'lock'; readonly token?: string | undefined }
  | { readonly act: 'unlock'; readonly token?: string | undefined; readonly force: boolean }
  | ({ readonly act: 'delete' } & Guarded)
  | { readonly act: 'recover'; readonly trashPath?: string | undefined }
  | {
      readonly act: 'rewind';
      readonly hash: string;
      /** Content of the snapshot; null if the hash is unknown. */
      readonly content: Content | null;
      /** Number of earlier changes into the same content. */
      readonly change: number;
      readonly token?: string | undefined;
    };

export interface Call {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const forgedEditorial = {
  assignee: 'axel',
  reviewer: 'axel',
  approved_by: 'rosa',
  approved_at: '2026-01-01T00:00:00Z',
  events: [],
};

/** Builds the HTTP call. Requests with a bulk variant use it, unless they name a revision, a hash or a lock token. */
export function callOf(request: Request, path: string): Call {
  const single = singleCallOf(request, path);
  const { lock_token, expected_revision, hash } = single.body;
  const isOfMany = bulk.has(single.path) && !(lock_token ?? expected_revision ?? hash);
  if (!isOfMany) return single;
  const { path: one, lock_token: _lock, expected_revision: _revision, ...rest } = single.body;
  return {
    path: single.path.replace('/documents/', '/documents/bulk/'),
    body: { ...rest, paths: [one] },
  };
}

const bulk = new Set(['/documents/status', '/documents/delete', '/documents/restore']);

function singleCallOf(request: Request, path: string): Call {
  switch (request.act) {
    case 'create':
      return { path: '/documents/create', body: creation(request, path) };
    case 'save':
      return { path: '/documents/save', body: { path, ...saved(request), ...guards(request) } };
    case 'status': {
      const { to: status, note, at } = request;
      const body = { path, status, note, scheduled_publish_at: at, ...guards(request) };
      return { path: '/documents/status', body };
    }
    case 'jot': {
      const { text: content, revision: base_revision } = request;
      return { path: '/documents/working-copy', body: { path, content, base_revision } };
    }
    case 'lock':
    case 'unlock':
      return { path: `/documents/${request.act}`, body: { path, ...lockFields(request) } };
    case 'delete':
      return { path: '/documents/delete', body: { path, ...guards(request) } };
    case 'recover':
      return { path: '/documents/restore', body: { path: request.trashPath ?? path } };
    case 'rewind':
      return {
        path: '/documents/restore',
        body: { path, hash: request.hash, ...guards(request) },
      };
    default: {
      const { act: action, expected: _expected, ...fields } = request;
      const body = { source_path: path, action, ...fields, ...guards(request) };
      return { path: '/documents/editorial', body };
    }
  }
}

function guards({ expected, token }: Guarded) {
  return { expected_revision: expected?.revision, lock_token: token };
}

function lockFields(request: Extract<Request, { act: 'lock' | 'unlock' }>) {
  const force = request.act === 'unlock' && request.force ? { force: true } : {};
  return { lock_token: request.token, ...force };
}

function creation({ title, body, workflow, forged }: Text, path: string) {
  const slug = path.slice('posts/'.length, -'.md'.length);
  const frontmatter = { ...(workflow && { workflow }), ...forgery(forged) };
  return { type: 'post', lang: 'en', title, slug, content: body, frontmatter };
}

function saved({ form, title, body, workflow, forged }: Extract<Request, { act: 'save' }>) {
  const state = workflow && { workflow };
  if (form === 'body') return { content: body };
  if (form === 'frontmatter')
    return { content: body, frontmatter: { title, ...state, ...forgery(forged) } };
  const values = { title, ...state, ...forgery(forged) };
  const lines = Object.entries(values).map(([key, value]) => `${key}: ${yamlOf(value)}\n`);
  return { content: `---\n${lines.join('')}---\n${body}` };
}

/** JSON is valid YAML, but plain strings are more realistic. */
function yamlOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Keys that clients may not write (CMS-ED-9). */
function forgery(forged: Forged | undefined): Readonly<Record<string, unknown>> {
  if (forged === undefined) return {};
  return forged === 'author'
    ? { author: 'mallory' }
    : { editorial: forgedEditorial, last_editor: 'mallory', created_at: '2020-01-01T00:00:00Z' };
}
