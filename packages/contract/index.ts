export { contract, operations } from './contract.ts';
export { exampleProject } from './example-project.ts';

export type { WireFields } from './field-schemas.ts';
export { basePath, buildOpenApi, type OpenApiOptions } from './openapi.ts';
export {
  defineNoun,
  defineOperation,
  fillPath,
  type Access,
  type AnswerOf,
  type MinimalAnswerOf,
  type Base,
  type BodyOf,
  type Example,
  type Operation,
  type RecentConfirmation,
  type ParamsOf,
  type QueryOf,
} from './operation.ts';
export { runActions } from './runs.ts';
export { scim } from './scim.ts';
export { taskLimits } from './run-tasks.ts';
export { problemDocument, text } from './shapes.ts';
export { workerScopes } from './worker-tokens.ts';
export { type HealthResponse, type LiveResponse, type ReadyResponse } from './system.ts';
