export {
  collectionResponse,
  contentItem,
  createDocumentOperation,
  documentDetail,
  documentHistoryOperation,
  documentStatus,
  documentSummary,
  getDocumentOperation,
  listDocumentsOperation,
  saveDocumentOperation,
} from './documents.ts';
export { basePath, buildOpenApi, type OpenApiOptions } from './openapi.ts';
export {
  defineOperation,
  type Access,
  type AnswerOf,
  type Base,
  type BodyOf,
  type Operation,
  type QueryOf,
} from './operation.ts';
export { operations } from './operations.ts';
export { collectionsOperation, contentOperation, siteOperation } from './platform.ts';
export {
  authSession,
  loginOperation,
  logoutOperation,
  sessionOperation,
  setupOperation,
} from './sessions.ts';
export { problemDocument } from './shapes.ts';
export {
  capabilitiesOperation,
  healthOperation,
  statusOperation,
  type HealthResponse,
} from './system.ts';
