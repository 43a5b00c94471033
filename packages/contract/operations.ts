import {
  createDocumentOperation,
  documentHistoryOperation,
  getDocumentOperation,
  listDocumentsOperation,
  saveDocumentOperation,
} from './documents.ts';
import type { Operation } from './operation.ts';
import { collectionsOperation, contentOperation, siteOperation } from './platform.ts';
import { loginOperation, logoutOperation, sessionOperation, setupOperation } from './sessions.ts';
import { capabilitiesOperation, healthOperation, statusOperation } from './system.ts';

/** Every operation there is: what OpenAPI, the matrix of who may call what, and the routes are held against. */
export const operations: readonly Operation[] = [
  loginOperation,
  logoutOperation,
  sessionOperation,
  setupOperation,
  statusOperation,
  capabilitiesOperation,
  listDocumentsOperation,
  getDocumentOperation,
  createDocumentOperation,
  saveDocumentOperation,
  documentHistoryOperation,
  siteOperation,
  contentOperation,
  collectionsOperation,
  healthOperation,
];
