export type {
  CallOptions,
  Download,
  Followed,
  FollowOptions,
  ItemOf,
  NoInput,
  MinimalOptions,
  OnceOptions,
  Paged,
  Streamed,
  UploadFile,
  UploadOptions,
  UploadProgress,
} from './call.ts';
export type { GalleyOptions } from './connection.ts';
export {
  GalleyError,
  GalleyProblem,
  GalleyUnexpectedAnswer,
  GalleyUnknownOperation,
  GalleyUnreachable,
  isProblem,
  type FieldError,
} from './errors.ts';
export { createGalley, type Galley } from './galley.ts';
export type * from './generated/client.ts';
export { frontmatterKeys } from './generated/frontmatter.ts';
export type { OperationId, OperationTypes } from './generated/operations.ts';
export type { FieldErrorCode } from './generated/field-errors.ts';
export type { ProblemCode } from './generated/problems.ts';
export type * from './generated/shapes.ts';
export { version } from './generated/version.ts';
export type { Wait } from './retry.ts';
export type { Paging, Route } from './route.ts';
export type { Remedy, SessionOptions, Token } from './session.ts';
export type { VersionCheck } from './version-check.ts';
