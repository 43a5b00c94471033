import type { ProvisionedGroup, ProvisionedUser } from '@galley/auth';
import { canonicalJson, DomainError, kernelProblems, sha256 } from '@galley/kernel';
import type { Request, Response } from 'express';

export type UserState = Omit<ProvisionedUser, 'username' | 'role' | 'createdAt' | 'updatedAt'>;
export type GroupState = Pick<ProvisionedGroup, 'id' | 'name' | 'externalId' | 'membersHash'>;

/** A resource that changed since the client read it (RFC 7644, 3.14). */
export class VersionMismatchError extends DomainError {
  constructor(version: string) {
    super(
      kernelProblems.invalid_request.definition,
      `The resource has changed: its version is ${version}. Nothing was stored; read it and try again.`,
    );
  }
}

/** Weak ETag of the content, also as `meta.version`: the same content has the same version. */
export function versionOfUser(user: UserState): string {
  const { id, externalId, userName, displayName, givenName, familyName } = user;
  const { formattedName, email, active, groups } = user;
  const names = { userName, displayName, givenName, familyName, formattedName };
  return tagOf({ id, externalId, email, active, groups, ...names });
}

export function versionOfGroup({ id, name, externalId, membersHash }: GroupState): string {
  return tagOf({ id, name, externalId, membersHash });
}

/** @throws `VersionMismatchError` unless `If-Match` is absent, `*` or names this version */
export function requireVersion(request: Request, version: string): void {
  const wanted = request.get('If-Match');
  if (wanted === undefined) return;
  const tags = wanted.split(',').map((tag) => opaqueTag(tag.trim()));
  if (tags.includes('*') || tags.includes(opaqueTag(version))) return;
  throw new VersionMismatchError(version);
}

/** `GET` with the same version in `If-None-Match` then answers 304. */
export function sendVersion(response: Response, version: string): void {
  response.set('ETag', version);
}

function tagOf(content: object): string {
  return `W/"${sha256(canonicalJson(content)).slice(0, 32)}"`;
}

/** RFC 7644 compares weak tags with `If-Match`, too. */
function opaqueTag(tag: string): string {
  return tag.startsWith('W/') ? tag.slice(2) : tag;
}
