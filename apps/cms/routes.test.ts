import express from 'express';
import { expect, test, vi } from 'vitest';
import { fillPath, operations } from '@galley/contract';
import { TestServer } from './fixtures.ts';

const otherPaths = [
  '/openapi.json',
  // For clients of MCP, which follow OAuth and MCP rather than the contract.
  ...['/authorize', '/register', '/token', '/revoke', '/__admin/mcp'],
  // A WebSocket.
  '/rooms',
  // For sign-in providers, and for programs that unsubscribe with one request (RFC 8058).
  ...['/callback/:provider', '/logout/:provider', '/__admin/unsubscribe'],
  '/',
  '/index.html',
  // For visitors without JavaScript.
  '/:form',
];

test('every route of the content server belongs to an operation of the contract', async () => {
  using made = vi.spyOn(express.Router.prototype, 'route');
  const server = await TestServer.start();
  await server[Symbol.asyncDispose]();
  const known = operations.flatMap(({ method, path }) => {
    const route = fillPath(path, (name) => `:${name}`);
    // Each address also has a route for all methods, which refuses unsupported ones.
    return [`${method} ${route}`, `_ALL ${route}`];
  });
  const unknown = made.mock.results.flatMap(({ value }) => {
    const { path, methods } = value as { path: string; methods: Readonly<Record<string, true>> };
    const names = Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`);
    return names.every((name) => known.includes(name)) ? [] : [path];
  });
  expect([...new Set(unknown)]).toEqual(otherPaths);
});
