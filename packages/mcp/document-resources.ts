import type { Server } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { DomainError } from '@galley/kernel';
import type { Worker } from '@galley/runcoord';
import { mcpProblems } from './problems.ts';
import type { RepositoryReader } from './repository-reader.ts';

const scheme = 'galley://documents/';
const mimeType = 'text/markdown';
const pageLength = 100;
const maxCharacters = 200_000;

const template = {
  uriTemplate: `${scheme}{+path}`,
  name: 'document',
  title: 'Document',
  description: 'A text file at its path in the repository, such as content/posts/hello.md.',
  mimeType,
};

/** Documents at their paths in the repository, with the paths that the tools use. Needs `repo:read`, like the tools. */
export function serveDocuments(
  server: Server,
  { repository, worker }: { readonly repository: RepositoryReader; readonly worker: Worker },
): void {
  const mayRead = worker.scopes.has('repo:read');
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: mayRead ? [template] : [],
  }));
  server.setRequestHandler('resources/list', async ({ params }) => {
    if (!mayRead) return { resources: [] };
    const page = { after: params?.cursor, limit: pageLength };
    const { paths, next } = await repository
      .listDocuments(worker.workspaceId, page)
      .catch(orEmptyPage);
    const resources = paths.map((path) => ({ uri: uriOf(path), name: path, mimeType }));
    return { resources, ...(next !== null && { nextCursor: next }) };
  });
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const path = mayRead ? pathOf(uri) : undefined;
    if (path === undefined)
      throw notFound(uri, 'tools/list and resources/list show what you may read');
    const file = { path, offset: 0, limit: maxCharacters };
    const { content, nextOffset } = await repository
      .readFile(worker.workspaceId, file)
      .catch((error: unknown) => {
        throw error instanceof DomainError ? notFound(uri, error.message) : error;
      });
    if (nextOffset !== null)
      throw notFound(uri, `it is longer than ${maxCharacters} characters; use repo_read_file`);
    return { contents: [{ uri, mimeType, text: content }] };
  });
}

/** A project without a repository has no documents to list. */
function orEmptyPage(error: unknown): { paths: readonly string[]; next: null } {
  if (mcpProblems.repository_unavailable.is(error) || mcpProblems.revision_not_found.is(error))
    return { paths: [], next: null };
  throw error;
}

function uriOf(path: string): string {
  return scheme + path.split('/').map(encodeURIComponent).join('/');
}

function pathOf(uri: string): string | undefined {
  if (!uri.startsWith(scheme)) return undefined;
  try {
    return decodeURIComponent(uri.slice(scheme.length));
  } catch {
    return undefined;
  }
}

function notFound(uri: string, reason: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Cannot read "${uri.slice(0, 200)}": ${reason}.`,
  );
}
